//! One matrix of weights, kept in its quantised form. The library multiplies in two ways: for one row it
//! reads the blocks as they are in the file, for several it first arranges them in tiles. The tiles are larger
//! than the blocks, so on x86 the first way is faster for the one row of a word being written (24 ms against
//! 36 ms for all layers of the 1.5 B model on the machine of the README), and the second for prompts.

use std::sync::Arc;

use candle_core::{
    CpuStorage, Device, Module, Result, Tensor,
    quantized::{GgmlDType, QMatMul, QStorage, QTensor, QuantizedType},
};
use half::f16;

/// The blocks of a matrix, owned by both ways of multiplying.
#[derive(Clone)]
struct Blocks(Arc<Box<dyn QuantizedType>>);

/// A matrix of `outputs` × `inputs` weights.
pub(super) struct Linear {
    blocks: Option<Blocks>,
    tiled: QMatMul,
    bias: Option<Vec<f32>>,
    outputs: usize,
    inputs: usize,
}

impl Linear {
    /// From the bytes of the file, as `(outputs, inputs)`.
    pub(super) fn new(
        kind: GgmlDType,
        bytes: &[u8],
        (outputs, inputs): (usize, usize),
        bias: Option<Vec<f32>>,
    ) -> Result<Self> {
        let blocks = Blocks(Arc::new(kind.from_data(bytes.into())));
        let storage = QStorage::Cpu(Box::new(blocks.clone()));
        let tiled = QMatMul::from_qtensor(QTensor::new(storage, (outputs, inputs))?)?;
        // Weights that are not quantised have become a plain tensor, and their blocks are not needed.
        let quantised = matches!(tiled, QMatMul::QTensor(_));
        // Both ways must make the row that they multiply with coarser alike, or the same prompt would be answered
        // otherwise when part of it was remembered. They do for these.
        let alike = matches!(
            kind,
            GgmlDType::Q2K | GgmlDType::Q3K | GgmlDType::Q4K | GgmlDType::Q5K | GgmlDType::Q6K
        );
        Ok(Self {
            blocks: Some(blocks).filter(|_| quantised && alike && cfg!(target_arch = "x86_64")),
            tiled,
            bias,
            outputs,
            inputs,
        })
    }

    /// Multiplies rows × inputs; gives rows × outputs.
    pub(super) fn forward(&self, rows: &[f32]) -> Result<Vec<f32>> {
        let count = rows.len() / self.inputs;
        let mut product = match &self.blocks {
            Some(blocks) if count == 1 => {
                let mut product = vec![0.0; self.outputs];
                blocks
                    .0
                    .matmul_t((1, self.inputs, self.outputs), rows, &mut product)?;
                product
            }
            _ => {
                let rows = Tensor::from_slice(rows, (count, self.inputs), &Device::Cpu)?;
                self.tiled.forward(&rows)?.flatten_all()?.to_vec1()?
            }
        };
        if let Some(bias) = &self.bias {
            for row in product.chunks_exact_mut(self.outputs) {
                row.iter_mut()
                    .zip(bias)
                    .for_each(|(sum, bias)| *sum += bias);
            }
        }
        Ok(product)
    }

    /// The rows of these numbers, as an embedding: ids × inputs.
    pub(super) fn rows(&self, ids: &[u32]) -> Result<Vec<f32>> {
        self.tiled
            .embedding(&Tensor::new(ids, &Device::Cpu)?)?
            .flatten_all()?
            .to_vec1()
    }
}

/// Everything is the inner storage's; it is never written to.
impl QuantizedType for Blocks {
    fn dtype(&self) -> GgmlDType {
        self.0.dtype()
    }

    fn matmul_t(&self, mkn: (usize, usize, usize), lhs: &[f32], dst: &mut [f32]) -> Result<()> {
        self.0.matmul_t(mkn, lhs, dst)
    }

    fn matmul_t_f16(&self, mkn: (usize, usize, usize), lhs: &[f16], dst: &mut [f16]) -> Result<()> {
        self.0.matmul_t_f16(mkn, lhs, dst)
    }

    fn embedding(&self, ids: &[u32], rows: usize, hidden: usize) -> Result<CpuStorage> {
        self.0.embedding(ids, rows, hidden)
    }

    fn dequantize(&self, elem_count: usize) -> Result<CpuStorage> {
        self.0.dequantize(elem_count)
    }

    fn storage_size_in_bytes(&self) -> usize {
        self.0.storage_size_in_bytes()
    }

    fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr()
    }

    fn block_size(&self) -> usize {
        self.0.block_size()
    }

    fn from_float(&mut self, _: &[f32]) {
        tracing::error!("weights are not written to");
    }

    fn from_float_imatrix(&mut self, _: &[f32], _: &[f32], _: usize) {
        tracing::error!("weights are not written to");
    }

    fn size(&self) -> usize {
        self.0.size()
    }
}

/// Plain numbers from the bytes of the file.
pub(super) fn numbers(kind: GgmlDType, bytes: &[u8], count: usize) -> Result<Vec<f32>> {
    let CpuStorage::F32(numbers) = kind.from_data(bytes.into()).dequantize(count)? else {
        candle_core::bail!("weights that are no numbers");
    };
    Ok(numbers)
}
