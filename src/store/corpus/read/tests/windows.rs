//! Tests that it makes no difference where bytes are cut on their way, and that little of a long file is held.

use std::{cell::Cell, rc::Rc};

use proptest::prelude::*;

use super::{
    super::{long::LONGEST, markdown},
    *,
};

/// Bytes that come in pieces, whatever is asked for: as many as the numbers say, over and over.
struct Dribbling<'b> {
    bytes: Cursor<&'b [u8]>,
    sizes: &'b [usize],
    next: usize,
}

impl Read for Dribbling<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.next % self.sizes.len()].min(bytes.len());
        self.next += 1;
        self.bytes.read(&mut bytes[..size])
    }
}

impl Seek for Dribbling<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

fn dribbled(name: &str, bytes: &[u8], sizes: &[usize]) -> Result<ParsedFile, Unreadable> {
    let input = Dribbling {
        bytes: Cursor::new(bytes),
        sizes,
        next: 0,
    };
    let mut gathered = Gathered::default();
    open(name, input)?.read(&mut gathered)?;
    Ok(gathered.reading)
}

/// A text in every encoding that has its letters, with and without marks.
fn encoded(text: &str) -> Vec<Vec<u8>> {
    let marked = format!("\u{feff}{text}");
    let wide = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    };
    let mut all = vec![
        text.as_bytes().to_vec(),
        marked.as_bytes().to_vec(),
        wide(text, u16::to_le_bytes),
        wide(text, u16::to_be_bytes),
        wide(&marked, u16::to_le_bytes),
        wide(&marked, u16::to_be_bytes),
    ];
    for encoding in [
        encoding_rs::WINDOWS_1252,
        encoding_rs::SHIFT_JIS,
        encoding_rs::ISO_2022_JP,
        encoding_rs::GB18030,
    ] {
        let (bytes, _, is_lossy) = encoding.encode(text);
        if !is_lossy {
            all.push(bytes.into_owned());
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Letters of one to four bytes, broken ones, line breaks of every kind and what each format is made of.
    #[test]
    fn cuts_make_no_difference(
        ending in proptest::sample::select(vec!["txt", "md", "srt", "vtt", "jsonl", "html"]),
        text in "(bell|Größe|言論。|字|🔔|é|[.!?,] |\r\n|\r|\n|\n\n|\u{c}|\u{85}|\u{2028}|  |# |CHAPTER I\n\n|\\[a\\]|\\[a\\]: b\n|<p>|ANN: |\n00:00:01,000 --> 00:00:02,000\n|\n\\{\"text\": \"No. 5\"\\}\n|\n\"one\"\n|\\*\\*\\* START OF THE EBOOK\n|\\*\\*\\* END OF THE EBOOK\n|\u{1b}|\u{ad}\n){0,60}",
        broken in proptest::option::of((0..400usize, any::<u8>())),
        sizes in proptest::collection::vec(1..9usize, 1..6),
    ) {
        for mut bytes in encoded(&text) {
            if let Some((at, byte)) = broken
                && let Some(place) = bytes.get_mut(at)
            {
                *place = byte;
            }
            let name = format!("a.{ending}");
            prop_assert_eq!(dribbled(&name, &bytes, &sizes), read(&name, &bytes));
        }
    }

    /// Markdown is parsed some blocks at a time: those that are not too long come out as from the whole.
    #[test]
    fn markdown_in_parts_is_markdown(
        parts in proptest::collection::vec(proptest::sample::select(vec![
            "# Of bells\n\n", "A paragraph that goes\nover two lines.\n\n", "- one\n- two\n\n  more of two\n\n",
            "> quoted\n\n", "```\n# code\n\nmore\n```\n\n", "    indented\n\n", "| a | b |\n|---|---|\n| c | d |\n\n",
            "<div>kept</div>\n\n", "<!-- not\n\nread -->\n\n", "***\n\n", "Under\n=====\n\n", "See [the mill][Mill] and [mill].\n\n",
            "[mill]: http://example.org\n\n", "1. first\n2. second\n\n", "Größe 字 🔔.\n\n",
        ]), 1..60),
        longest in 150..400usize,
    ) {
        let text = parts.concat();
        let in_parts = |longest| {
            let survey = {
                let mut survey = Survey::new();
                survey.pass(text.as_bytes());
                survey
            };
            let mut input = Cursor::new(text.as_bytes());
            let mut gathered = Gathered::default();
            let mut flow = Flow::new(&mut gathered, None);
            let mut text = Text::new(&mut input, survey.text().unwrap());
            markdown::in_windows(&mut text, &mut flow, longest).map(|()| gathered.reading)
        };
        // Lists and code that follow each other are one, and may be longer than a window: then they are cut at a line.
        prop_assume!(!parts.windows(4).any(|four| four.iter().all(|part| !part.starts_with(['A', '#', '*', 'U', 'G', 'S']))));
        prop_assert_eq!(in_parts(longest), in_parts(usize::MAX));
    }
}

/// The same bytes many times over, of which is known how many have been read since the beginning.
struct Endless {
    unit: &'static [u8],
    length: u64,
    at: Rc<Cell<u64>>,
}

impl Read for Endless {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.length - self.at.get()).unwrap();
        let count = bytes.len().min(left);
        let mut from = usize::try_from(self.at.get()).unwrap();
        for byte in &mut bytes[..count] {
            *byte = self.unit[from % self.unit.len()];
            from += 1;
        }
        self.at.set(from as u64);
        Ok(count)
    }
}

impl Seek for Endless {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Start(at) = to else {
            panic!("{to:?}");
        };
        self.at.set(at);
        Ok(at)
    }
}

/// Counts what has come of a file, and how far that ever was behind what had been read of it.
struct Lag {
    at: Rc<Cell<u64>>,
    came: u64,
    most: u64,
    longest: usize,
    documents: usize,
}

impl ParagraphSink for Lag {
    fn block(&mut self, _: &About, block: Paragraph) -> ControlFlow<()> {
        self.came += block.text.len() as u64;
        self.most = self.most.max(self.at.get().saturating_sub(self.came));
        self.longest = self.longest.max(block.text.len());
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: About) -> ControlFlow<()> {
        self.documents += 1;
        ControlFlow::Continue(())
    }

    fn skipped(&mut self, what: String) {
        panic!("{what}");
    }
}

/// A paragraph of any length, in one line or in many, is several; and nothing else is held of the file.
#[test]
fn what_is_held_of_a_long_text_is_little() {
    const MOST: u64 = 4 * 1024 * 1024;
    for (name, unit) in [
        ("line.txt", "The bell rings at noon, and nobody minds. "),
        ("words.txt", "bell "),
        ("letters.txt", "x"),
        ("lines.txt", "The bell rings at noon,\nand nobody minds.\n"),
        ("indented.txt", "  The bell rings.\nNobody minds.\n"),
        (
            "captions.srt",
            "00:00:01,000 --> 00:00:02,000\nThe bell rings at noon, and nobody minds it at all, here or there.\n\n",
        ),
        ("items.jsonl", "\"The bell rings at noon.\"\n"),
    ] {
        let length = MOST - MOST % unit.len() as u64;
        let at = Rc::new(Cell::new(0));
        let input = Endless {
            unit: unit.as_bytes(),
            length,
            at: Rc::clone(&at),
        };
        let mut lag = Lag {
            at,
            came: 0,
            most: 0,
            longest: 0,
            documents: 0,
        };
        open(name, input).unwrap().read(&mut lag).unwrap();
        assert_eq!(lag.documents > 1, name == "items.jsonl");
        assert!(lag.longest <= LONGEST, "{name}: {}", lag.longest);
        // Marks and white space do not come out, the times of captions for instance.
        let text = unit.split_whitespace().map(str::len).sum::<usize>() * 100 / unit.len();
        let least = if name == "captions.srt" {
            0
        } else {
            length * text as u64 / 110
        };
        assert!(lag.came > least, "{name}: {} of {length}", lag.came);
        let lost = length - lag.came;
        let held = lag.most.saturating_sub(lost);
        assert!(held < 2 * LONGEST as u64, "{name}: {held}");
    }
}

#[test]
fn a_file_that_breaks_off_says_so() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    impl Seek for Broken {
        fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
            Ok(0)
        }
    }
    let why = open("a.txt", Broken).err().unwrap().to_string();
    assert_eq!(why, "it could not be read to its end: the disk is gone");
}
