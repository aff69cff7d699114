//! The terminal: taken once, given back once. One `restore` serves the normal end, an error, a panic, a signal
//! and Ctrl-Z; a second call does nothing. Whoever has the terminal has its keys, so they are read here, too, and
//! what they mean is decided elsewhere. Owns no view.

use std::{
    io::{self, IsTerminal, Write},
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use crossterm::{
    Command,
    cursor::{Hide, Show},
    event::{
        DisableBracketedPaste, EnableBracketedPaste, Event, EventStream, KeyboardEnhancementFlags,
        PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
    },
    execute, queue,
    style::Print,
    terminal::{
        BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
        LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
    },
};
use futures_util::StreamExt;
use ratatui::{Frame, Terminal, backend::CrosstermBackend};

use super::{ascii, late_answer::LateAnswer, layout};
use crate::{error::Failure, panics};

/// Whether the terminal is ours now.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether some part of the program has panicked, and nobody has caught it: from then on nothing may be drawn.
static BROKEN: AtomicBool = AtomicBool::new(false);
static HOOK: Once = Once::new();

/// Whether what the mouse does is wanted.
static MOUSE: AtomicBool = AtomicBool::new(false);
/// Whether the bell may be rung.
static BELL: AtomicBool = AtomicBool::new(false);

/// The wheel as arrow keys, with the terminal's own selection left alone.
const WHEEL_ON: &str = "\u{1b}[?1007h";
const WHEEL_OFF: &str = "\u{1b}[?1007l";
/// Buttons and the wheel, told by columns and rows of any number. Movements are not asked for: nothing follows from them.
const MOUSE_ON: &str = "\u{1b}[?1000h\u{1b}[?1006h";
const MOUSE_OFF: &str = "\u{1b}[?1006l\u{1b}[?1000l";

/// Whether what the mouse does is wanted by whoever takes the terminal from now on.
pub fn use_mouse(is_wanted: bool) {
    MOUSE.store(is_wanted, Ordering::SeqCst);
}

/// Whether the bell may be rung from now on.
pub fn use_bell(is_wanted: bool) {
    BELL.store(is_wanted, Ordering::SeqCst);
}

/// The screen. To drop it gives the terminal back.
#[derive(Debug)]
pub struct Screen {
    terminal: Terminal<CrosstermBackend<io::Stdout>>,
    /// The stream of keys, for as long as the terminal is ours. A second one can wait for a key before it exists: the
    /// first one's thread is woken when it is dropped, and if a look at the keys takes that word away from it, it stays
    /// in its wait for the terminal, with the lock that the next one takes first.
    keys: Option<EventStream>,
    late: LateAnswer,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// Where there is no terminal, or none that can show the chamber: the failure says what to do instead.
    pub fn enter() -> Result<Self, Failure> {
        check(INSTEAD)?;
        install_hook();
        let taken = take().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match taken {
            Ok(terminal) => Ok(Self {
                terminal,
                keys: None,
                late: LateAnswer::awaited(),
            }),
            Err(error) => {
                restore();
                Err(broken(&error))
            }
        }
    }

    /// Waits for what is typed, pasted or resized next; `None` where the terminal has gone. Nothing is lost where the
    /// wait is given up.
    pub async fn input(&mut self) -> Option<Event> {
        let keys = self.keys.get_or_insert_with(EventStream::new);
        loop {
            let event = keys.next().await?.ok()?;
            if !self.late.takes(&event, Instant::now()) {
                return Some(event);
            }
        }
    }

    /// Draws a frame in one piece. Draws nothing after a panic anywhere in the program.
    ///
    /// # Errors
    /// Where the terminal has gone.
    pub fn draw(&mut self, view: impl FnOnce(&mut Frame<'_>)) -> Result<(), Failure> {
        if is_broken() {
            return Err(Failure::internal(
                "the program has failed; see the message above",
            ));
        }
        let drawn = queue!(io::stdout(), BeginSynchronizedUpdate)
            .and_then(|()| {
                let view = |frame: &mut Frame<'_>| {
                    view(frame);
                    ascii::put(frame.buffer_mut());
                };
                self.terminal.draw(view).map(|_| ())
            })
            .and_then(|()| execute!(io::stdout(), EndSynchronizedUpdate));
        drawn.map_err(|error| broken(&error))
    }

    /// Forgets what the terminal shows, so that the next frame draws everything.
    ///
    /// # Errors
    /// Where the terminal has gone.
    pub fn clear(&mut self) -> Result<(), Failure> {
        // ratatui's own `clear` asks the terminal where the cursor is, and waits for an answer that the key
        // reader may swallow. A new buffer and an empty screen come to the same.
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))
            .and_then(|terminal| execute!(io::stdout(), Clear(ClearType::All)).map(|()| terminal))
            .map_err(|error| broken(&error))?;
        Ok(())
    }

    /// Gives the terminal back for a while. [`Self::retake`] follows.
    pub(crate) fn hand_over(&mut self) {
        // Its keys are another program's now.
        self.keys = None;
        restore();
    }

    /// Takes the terminal again.
    ///
    /// # Errors
    /// Where the terminal has gone.
    pub(crate) fn retake(&mut self) -> Result<(), Failure> {
        take().map_err(|error| broken(&error))?;
        self.clear()
    }

    /// Stops the program as the shell's Ctrl-Z does, and takes the terminal again when it goes on.
    ///
    /// # Errors
    /// Where the terminal has gone.
    pub fn suspend(&mut self) -> Result<(), Failure> {
        self.hand_over();
        #[cfg(unix)]
        // The signal itself may be listened to: what it would do without that is what is wanted.
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
            .map_err(|error| broken(&error))?;
        self.retake()
    }

    /// Sends a text to the clipboard of the terminal (OSC 52), also from far away.
    ///
    /// # Errors
    /// Where the terminal has gone.
    pub fn copy(&mut self, text: &str) -> Result<(), Failure> {
        execute!(
            io::stdout(),
            crossterm::clipboard::CopyToClipboard::to_clipboard_from(text)
        )
        .map_err(|error| broken(&error))
    }

    /// Rings the bell of the terminal, where that is wanted: something is asked of whoever sits before it.
    pub(crate) fn ring() -> Result<(), Failure> {
        if !BELL.load(Ordering::SeqCst) {
            return Ok(());
        }
        execute!(io::stdout(), Print('\u{7}')).map_err(|error| broken(&error))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

fn install_hook() {
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // What somebody catches, the program survives, and its screen with it.
            if !panics::are_caught() {
                BROKEN.store(true, Ordering::SeqCst);
                restore();
            }
            before(panic);
        }));
    });
}

/// Whether some part of the program has panicked, and nobody has caught it.
pub fn is_broken() -> bool {
    BROKEN.load(Ordering::SeqCst)
}

/// Gives the terminal back. Goes on after a failure, so that as much as possible is given back.
pub(crate) fn restore() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    each(&mut out, EndSynchronizedUpdate);
    if keyboard_protocol() {
        each(&mut out, PopKeyboardEnhancementFlags);
    }
    each(&mut out, DisableBracketedPaste);
    each(&mut out, Print(MOUSE_OFF));
    each(&mut out, Print(WHEEL_OFF));
    each(&mut out, LeaveAlternateScreen);
    each(&mut out, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

fn each(out: &mut io::Stdout, command: impl Command) {
    let _ = queue!(out, command);
}

/// Whether a screen has the terminal, so that what comes from it is keys.
pub(crate) fn is_taken() -> bool {
    TAKEN.load(Ordering::SeqCst)
}

fn take() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    let mut out = io::stdout();
    queue!(
        out,
        EnterAlternateScreen,
        EnableBracketedPaste,
        Print(if MOUSE.load(Ordering::SeqCst) {
            MOUSE_ON
        } else {
            WHEEL_ON
        }),
        Hide
    )?;
    if keyboard_protocol() {
        // Asking whether it is known would hold up the first frame; where it is not, it is ignored.
        queue!(
            out,
            PushKeyboardEnhancementFlags(KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES)
        )?;
    }
    out.flush()
}

/// The Linux console prints what it does not know.
fn keyboard_protocol() -> bool {
    std::env::var("TERM").is_ok_and(|term| term != "linux")
}

/// The advice on what to do without a screen, where a debate is to be held.
pub const INSTEAD: &str =
    "without a screen: hustings run \"MOTION\" --format exhibition --headless --output text";

/// Whether there is a terminal that can show the chamber. `instead` says how what is wanted is had without one.
///
/// # Errors
/// What is missing, and what to do without a screen.
pub fn check(instead: &str) -> Result<(), Failure> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(
            Failure::input("the screen needs a terminal, and this is not one").hint(instead),
        );
    }
    if std::env::var("TERM").is_ok_and(|term| term == "dumb") {
        return Err(Failure::input("this terminal cannot place text (TERM=dumb)").hint(instead));
    }
    let (width, height) = size().map_err(|error| broken(&error))?;
    if width < layout::LEAST.0 || height < layout::LEAST.1 {
        return Err(Failure::input(format!(
            "the terminal is too small: {width}×{height}; the chamber needs {}×{}",
            layout::LEAST.0,
            layout::LEAST.1
        ))
        .hint("make the window larger")
        .hint(instead));
    }
    Ok(())
}

fn broken(error: &io::Error) -> Failure {
    Failure::internal(format!("the terminal does not answer: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_that_is_caught_leaves_the_screen_alone() {
        install_hook();
        assert!(panics::catch(|| panic!("expected")).is_err());
        assert!(!is_broken());
        let uncaught = std::thread::spawn(|| panic!("expected"));
        assert!(uncaught.join().is_err());
        assert!(is_broken());
    }
}
