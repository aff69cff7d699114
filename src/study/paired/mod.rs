//! Paired experiments over many debates: a file names arms, which are settings that differ, and what is measured; every
//! motion and seed is held in each arm, and the differences are told with their intervals. It runs nothing and reads no
//! file: the host does.
//!
//! | file | owns |
//! | --- | --- |
//! | `arm`, `judge`, `file` | the lines of a file |
//! | `design` | from the file to the debates: a block for each motion, format, line-up and seed, an item in it for each arm |
//! | `figures` | which figures of a debate can be compared, and what each is |
//! | `difference` | paired differences: interval, effect size, test, how many more pairs |
//! | `comparison` | every arm beside the first, figure by figure; which pairs were dropped, and why |
//! | `told` | that for people, as rows and lines, and as Markdown |

mod arm;
mod comparison;
mod design;
mod difference;
mod figures;
mod file;
mod judge;
mod told;

pub use arm::{Arm, ArmWork, HouseArm};
pub use comparison::{
    ArmComparison, ArmResult, DroppedPair, StudyResult, UnreadFigure, UnreadReason, compared,
};
pub use design::{StudyBlock, StudyDesign, read};
pub use difference::{FindingOfPairs, PairedDifference};
pub use figures::{Figure, StudyFigures, ballots, rests_on_judges};
pub use file::{StudyFile, schema};
pub use judge::StudyJudge;
