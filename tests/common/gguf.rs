//! Small GGUF files, whole and wrong.

/// A GGUF file to be.
#[derive(Clone)]
pub struct Gguf {
    pub version: u32,
    pub alignment: u64,
    /// Keys, and the values with their types as bytes.
    pub metadata: Vec<(String, Vec<u8>)>,
    pub tensors: Vec<Tensor>,
}

/// A tensor to be.
#[derive(Clone)]
pub struct Tensor {
    pub name: String,
    pub dimensions: Vec<u64>,
    pub kind: u32,
    pub data: Vec<u8>,
}

pub fn text(text: &str) -> Vec<u8> {
    let mut bytes = 8_u32.to_le_bytes().to_vec();
    bytes.extend(string(text));
    bytes
}

pub fn number(number: u32) -> Vec<u8> {
    let mut bytes = 4_u32.to_le_bytes().to_vec();
    bytes.extend(number.to_le_bytes());
    bytes
}

pub fn texts(texts: &[&str]) -> Vec<u8> {
    let mut bytes = 9_u32.to_le_bytes().to_vec();
    bytes.extend(8_u32.to_le_bytes());
    bytes.extend((texts.len() as u64).to_le_bytes());
    for text in texts {
        bytes.extend(string(text));
    }
    bytes
}

pub fn float(number: f32) -> Vec<u8> {
    let mut bytes = 6_u32.to_le_bytes().to_vec();
    bytes.extend(number.to_le_bytes());
    bytes
}

pub fn flag(flag: bool) -> Vec<u8> {
    let mut bytes = 7_u32.to_le_bytes().to_vec();
    bytes.push(u8::from(flag));
    bytes
}

pub fn floats(numbers: &[f32]) -> Vec<u8> {
    list(6, numbers.iter().map(|number| number.to_le_bytes()))
}

pub fn integers(numbers: &[i32]) -> Vec<u8> {
    list(5, numbers.iter().map(|number| number.to_le_bytes()))
}

fn list(kind: u32, values: impl ExactSizeIterator<Item = [u8; 4]>) -> Vec<u8> {
    let mut bytes = 9_u32.to_le_bytes().to_vec();
    bytes.extend(kind.to_le_bytes());
    bytes.extend((values.len() as u64).to_le_bytes());
    bytes.extend(values.flatten());
    bytes
}

fn string(text: &str) -> Vec<u8> {
    let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
    bytes.extend(text.as_bytes());
    bytes
}

impl Gguf {
    /// One that everything is right with, of the family `llama`, with weights that mean nothing.
    pub fn good() -> Self {
        let metadata = [
            ("general.architecture", text("llama")),
            ("general.name", text("Tiny 135M")),
            ("llama.context_length", number(512)),
            ("llama.block_count", number(1)),
            ("tokenizer.ggml.model", text("gpt2")),
            ("tokenizer.ggml.pre", text("smollm")),
            ("tokenizer.ggml.tokens", texts(&["a", "b", "ab"])),
            ("tokenizer.ggml.merges", texts(&["a b"])),
            ("tokenizer.chat_template", text("{{ messages }}")),
        ];
        Self {
            version: 3,
            alignment: 32,
            metadata: metadata
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
            tensors: Vec::new(),
        }
        .with_tensor("token_embd.weight", &[32, 3], 0, &[1; 384])
        .with_tensor("output_norm.weight", &[8], 0, &[2; 32])
    }

    pub fn with(mut self, key: &str, value: Vec<u8>) -> Self {
        self = self.without(key);
        self.metadata.push((key.to_owned(), value));
        self
    }

    pub fn empty() -> Self {
        Self {
            version: 3,
            alignment: 32,
            metadata: Vec::new(),
            tensors: Vec::new(),
        }
    }

    pub fn without(mut self, key: &str) -> Self {
        self.metadata.retain(|(known, _)| known != key);
        self
    }

    pub fn with_tensor(mut self, name: &str, dimensions: &[u64], kind: u32, data: &[u8]) -> Self {
        self.tensors.push(Tensor {
            name: name.to_owned(),
            dimensions: dimensions.to_vec(),
            kind,
            data: data.to_vec(),
        });
        self
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"GGUF".to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend((self.tensors.len() as u64).to_le_bytes());
        bytes.extend((self.metadata.len() as u64).to_le_bytes());
        for (key, value) in &self.metadata {
            bytes.extend(string(key));
            bytes.extend(value);
        }
        let padded =
            |length: usize| length.next_multiple_of(usize::try_from(self.alignment).unwrap());
        let mut offset = 0;
        for tensor in &self.tensors {
            bytes.extend(string(&tensor.name));
            bytes.extend((u32::try_from(tensor.dimensions.len()).unwrap()).to_le_bytes());
            for size in &tensor.dimensions {
                bytes.extend(size.to_le_bytes());
            }
            bytes.extend(tensor.kind.to_le_bytes());
            bytes.extend((offset as u64).to_le_bytes());
            offset += padded(tensor.data.len());
        }
        for tensor in &self.tensors {
            bytes.resize(padded(bytes.len()), 0);
            bytes.extend(&tensor.data);
        }
        bytes
    }
}
