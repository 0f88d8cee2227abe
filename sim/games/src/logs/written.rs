//! A match that was played, in the formats of its game: to read, and for other programs.

use crate::logs::model::{self, Caption};
use crate::logs::text::{self, Transcribe, Transcriber};
use crate::logs::{Recorder, mjai, tenhou6, unsupported_field};
use crate::show::Shown;
use hyakuman_core::MatchSeed;
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::rows::{ReplayError, replay};
use hyakuman_core::game::{Deals, Game, Sink};
use hyakuman_riichi::{Riichi, RiichiRules};
use hyakuman_toppan::{Toppan, ToppanRules};
use std::sync::Arc;

hyakuman_core::named! {
    /// A format of a match.
    pub enum Format {
        /// To read.
        Text = "text",
        /// Lines of mjai, all tiles shown.
        Mjai = "mjai",
        /// JSON of tenhou.net/6, one line.
        Tenhou6 = "tenhou6",
        /// A page of the browser, which every game has.
        Html = "html",
    }
}

/// How much of a match was played, and where its tiles come from.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'a> {
    /// A match that is over.
    Whole(&'a Deals),
    /// A match with the walls of this seed, as far as it was played.
    SoFar(MatchSeed),
}

/// A game whose matches are written.
pub trait Written: Shown {
    /// The formats besides text and the page.
    const LOGS: &'static [Format] = &[];

    /// The match of these actions in a format that the game has, other than the page.
    ///
    /// # Errors
    /// The actions do not form a match with these deals under these rules.
    fn written(
        rules: &Arc<Self::Rules>,
        played: Extent<'_>,
        actions: &[u8],
        format: Format,
        caption: &Caption,
    ) -> Result<String, ReplayError>;

    /// The rule with which a format cannot have matches.
    fn unsupported(rules: &Self::Rules, format: Format) -> Option<&'static str> {
        let _ = (rules, format);
        None
    }
}

impl<const N: usize> Written for Riichi<N> {
    const LOGS: &'static [Format] = &[Format::Mjai, Format::Tenhou6];

    fn written(
        rules: &Arc<RiichiRules>,
        played: Extent<'_>,
        actions: &[u8],
        format: Format,
        caption: &Caption,
    ) -> Result<String, ReplayError> {
        let mut recorder = Recorder::<N>::new(rules);
        played.record::<Self>(rules, actions, &mut recorder)?;
        let log = recorder.log();
        Ok(match format {
            Format::Mjai => mjai::write_with(&log, caption),
            Format::Tenhou6 => tenhou6::write_with(&log, caption) + "\n",
            Format::Text | Format::Html => text::write(&log, caption),
        })
    }

    fn unsupported(rules: &RiichiRules, format: Format) -> Option<&'static str> {
        match format {
            Format::Mjai => unsupported_field(rules, model::Format::Mjai),
            Format::Tenhou6 => unsupported_field(rules, model::Format::Tenhou6),
            Format::Text | Format::Html => None,
        }
    }
}

/// A game without logs of other programs, whose turns are written one after another.
impl<G: Transcribe> Written for G {
    fn written(
        rules: &Arc<G::Rules>,
        played: Extent<'_>,
        actions: &[u8],
        _: Format,
        caption: &Caption,
    ) -> Result<String, ReplayError> {
        let mut transcriber = Transcriber::<G>::new(rules);
        played.record::<G>(rules, actions, &mut transcriber)?;
        Ok(text::page(&transcriber.transcript, caption))
    }
}

/// Text of matches that are over only.
impl Written for Toppan {
    fn written(
        rules: &Arc<ToppanRules>,
        played: Extent<'_>,
        actions: &[u8],
        _: Format,
        caption: &Caption,
    ) -> Result<String, ReplayError> {
        text::toppan_page(rules, played.deals(), actions, caption)
    }
}

impl Extent<'_> {
    /// Where its tiles come from.
    pub fn deals(self) -> Deals {
        match self {
            Extent::Whole(deals) => deals.clone(),
            Extent::SoFar(seed) => Deals::Keyed(seed),
        }
    }

    /// Plays the actions. Returns the match if it may go on.
    ///
    /// # Errors
    /// The actions do not form a match with these deals under these rules, or its beginning.
    pub fn replay<G: Game>(
        self,
        rules: &Arc<G::Rules>,
        actions: &[u8],
        sink: &mut dyn Sink<G>,
    ) -> Result<Option<MatchInProgress<G>>, ReplayError> {
        let Extent::SoFar(seed) = self else {
            return replay(rules, self.deals(), actions, sink).map(|()| None);
        };
        let mut table = MatchInProgress::<G>::start(rules, seed, sink);
        for (step, &action) in actions.iter().enumerate() {
            let (needed, actions) = (step, actions.len());
            let seat = table.pending().next().ok_or(ReplayError::TooMany { needed, actions })?;
            table.answer(seat, action, sink).map_err(|illegal| ReplayError::Illegal { step, illegal })?;
        }
        Ok(Some(table))
    }

    /// [`Extent::replay`] for a sink that reads from the game at decisions what the events do not contain: it is also shown the present
    /// decision, with any action.
    fn record<G: Game>(
        self,
        rules: &Arc<G::Rules>,
        actions: &[u8],
        sink: &mut dyn Sink<G>,
    ) -> Result<(), ReplayError> {
        let Some(table) = self.replay(rules, actions, sink)? else { return Ok(()) };
        if let Some(seat) = table.pending().next() {
            let legal = table.game().legal(seat);
            sink.decision(table.game(), seat, legal, legal.nth(0));
        }
        Ok(())
    }
}
