//! The plan of a study, settled and checked before anybody looks for a model; and the study of a plan, with what the
//! journal has of it.

use hustings_base::clock;
use hustings_study::{
    batch::BatchItem,
    paired::{self, StudyDesign},
};
use tokio_util::sync::CancellationToken;

use crate::{
    Host,
    batch::{
        Batch, BatchLimits, BatchPlan, BatchRequest, Retry, fits, models_of_flags, refused, source,
        stem,
    },
    error::Failure,
    journal::Journal,
    text::shown,
};

/// The plan of a study: what is compared, and the debates that are held for it.
#[derive(Debug)]
pub struct StudyPlan {
    /// The blocks, the arms and the figures.
    pub design: StudyDesign,
    /// The debates, as a batch.
    pub batch: BatchPlan,
}

impl StudyPlan {
    /// Reads the file and settles every debate. Of a shard there are whole blocks.
    ///
    /// # Errors
    /// The file cannot be read, or something is wrong with it: all of it is said, with its places.
    pub fn read(host: &Host, wanted: BatchRequest<'_>) -> Result<Self, Failure> {
        let shown = shown::path(&wanted.file);
        let source = source(wanted.file, "study")?;
        let (flags, on_failure) = (models_of_flags(host), wanted.on_failure);
        let fits = |item: &BatchItem| fits(host, item, on_failure);
        let design = paired::read(&shown, &source, &host.catalog, &flags, &fits)
            .map_err(|problems| refused((&shown, "study"), &problems))?;
        let design = design.shard(wanted.shard);
        let file = &design.file;
        let name = file.name.clone().unwrap_or_else(|| stem(wanted.file));
        let limits = BatchLimits {
            parallel: file.parallel,
            calls: file.calls,
            max_cost: file.max_cost,
            max_tokens: file.max_tokens,
        };
        let named = (name, design.items());
        let batch = BatchPlan::of(host, named, limits.under(wanted.limits), on_failure)?;
        let batch = BatchPlan {
            shard: wanted.shard,
            ..batch
        };
        Ok(Self { design, batch })
    }
}

/// A study that can be held.
#[derive(Debug)]
pub struct Study<'a> {
    /// What is compared.
    pub design: StudyDesign,
    /// The debates that are held for it.
    pub batch: Batch<'a>,
    /// Whether the judge is asked again where its answers were of no use.
    pub(super) retry: Retry,
    /// When it was made: what the judge has read since then is of this run.
    pub(super) begun_ms: i64,
}

impl<'a> Study<'a> {
    /// Creates the study of a plan, with what the journal has of its debates; `stop` ends it.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn of(
        host: &'a Host,
        journal: &'a Journal,
        plan: StudyPlan,
        retry: Retry,
        stop: CancellationToken,
    ) -> Result<Self, Failure> {
        Ok(Self {
            design: plan.design,
            batch: Batch::of(host, journal, plan.batch, retry, stop)?,
            retry,
            begun_ms: clock::now().as_millisecond(),
        })
    }

    /// Whether the journal has any of its debates. With other models they are other ones.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn is_begun(&self) -> Result<bool, Failure> {
        let debates = self.batch.debates()?;
        let mut items = self.design.blocks.iter().flat_map(|block| &block.items);
        Ok(items.any(|item| debates.contains_key(&item.id())))
    }
}
