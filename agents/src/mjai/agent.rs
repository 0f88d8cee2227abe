//! The agent: tells its bot what it sees, and turns the answers into actions.

use super::bot::Bot;
use super::failure::{Failure, Problem};
use super::meta;
use super::monitor::Monitor;
use super::pool::Pool;
use super::reply::{self, Asked, Move, is_riichi};
use super::write::{self, Dealt};
use crate::tsumogiri;
use hyakuman_core::game::{ActionMask, Agent, AgentFailure, AgentSeed, Evaluation, MAX_SEATS, Seen};
use hyakuman_core::{Seat, Tile};
use hyakuman_games::logs::mjai::lines::{self, Dialect};
use hyakuman_riichi::{Action, Event, Offer, Question, Riichi, RiichiRules, View};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// No action has this code.
const NO_ACTION: u8 = u8::MAX;

/// A bot that speaks mjai, in a seat.
pub(crate) struct Mjai<const N: usize> {
    bot: Bot,
    dialect: Dialect,
    seat: Seat,
    /// The number of the match, if it has one, and of its wall.
    number: Option<u64>,
    wall: u64,
    /// The rules of the last match, and what a bot is told of them.
    rules: Option<(Arc<RiichiRules>, Value)>,
    /// Scores at the last deal.
    scores: [i32; MAX_SEATS],
    /// Scores without the riichi sticks that the bot has been told of.
    told_scores: [i32; MAX_SEATS],
    dealt: Option<Dealt>,
    /// Whether the bot has been told of this kyoku: it is at its first decision.
    told: bool,
    /// Where in the events `reach` was written, until the discard that declares riichi.
    reached: Option<usize>,
    /// The second move of an answer of two, for the decision after a call.
    planned: Option<Move>,
    /// What it answered when it was asked what the actions are worth.
    answered: Option<Answered>,
    failure: Option<AgentFailure>,
}

struct Answered {
    /// Which one: the kyoku, by deals, and the number of events in it so far.
    at: (u32, usize),
    choice: Result<u8, Failure>,
    meta: Option<Value>,
}

impl<const N: usize> Mjai<N> {
    pub(crate) fn new(pool: Arc<Pool>, monitor: Monitor) -> Self {
        let dialect = write::dialect(N, pool.settings.three);
        Mjai {
            bot: Bot::new(pool, monitor),
            dialect,
            seat: Seat::new(0),
            number: None,
            wall: 0,
            rules: None,
            scores: [0; MAX_SEATS],
            told_scores: [0; MAX_SEATS],
            dealt: None,
            told: false,
            reached: None,
            planned: None,
            answered: None,
            failure: None,
        }
    }

    /// The answer of the bot, which is asked once.
    fn answer(&mut self, view: &View<'_, N>, legal: &ActionMask) -> Answered {
        let at = (view.match_state().deals, view.events().len());
        if let Some(answered) = self.answered.take().filter(|answered| answered.at == at) {
            return answered;
        }
        let (asked, mut meta) = (Asked { view, legal, riichi: false, dialect: self.dialect }, None);
        let choice = self.choose(&asked, &mut meta);
        if let Some(meta) = meta.as_ref().filter(|_| self.bot.monitor.report.is_some()) {
            let is_read = asked.evaluation(meta).is_some();
            self.bot.monitor.report(|report| report.evaluations[usize::from(!is_read)] += 1);
        }
        Answered { at, choice, meta }
    }

    /// The action that the bot chooses, and the `meta` of its reply.
    fn choose(&mut self, asked: &Asked<'_, N>, meta: &mut Option<Value>) -> Result<u8, Failure> {
        if let Some(planned) = self.planned.take().filter(|_| asked.view.question() == Question::Turn(None)) {
            return asked.action(&planned).map_err(|failure| self.of_line(failure));
        }
        self.tell_kyoku(asked.view);
        let (mut first, second) = self.ask(asked.view.question())?;
        *meta = first.meta.take();
        if asked.may_reach(&first).map_err(|failure| self.of_line(failure))? {
            return self.choose_riichi(asked, second);
        }
        let action = asked.action(&first).map_err(|failure| self.of_line(failure));
        self.planned = second.filter(|_| action.is_ok());
        action
    }

    /// The discard of a bot that declares riichi: its second move, or what it answers to its own `reach`.
    fn choose_riichi(&mut self, asked: &Asked<'_, N>, second: Option<Move>) -> Result<u8, Failure> {
        self.reached = Some(self.bot.events.len());
        lines::reach(&mut self.bot.events, self.seat);
        let discard = match second {
            Some(second) => second,
            None => self.ask(Question::Nothing)?.0,
        };
        let asked = Asked { riichi: true, ..*asked };
        asked.action(&discard).map_err(|failure| self.of_line(failure))
    }

    fn ask(&mut self, question: Question) -> Result<(Move, Option<Move>), Failure> {
        self.bot.monitor.report(|report| report.question(name_of(question)));
        let moves = reply::read(self.bot.ask()?).map_err(|failure| self.of_line(failure))?;
        self.bot.monitor.report(|report| report.replied(&moves.0.kind));
        if let Some(second) = &moves.1 {
            self.bot.monitor.report(|report| report.replied(&second.kind));
        }
        Ok(moves)
    }

    fn of_line(&self, failure: Failure) -> Failure {
        failure.of_line(self.bot.last_line())
    }

    /// Writes the start of the kyoku and what has happened in it, if the bot has not been told yet. Until its first decision
    /// a seat holds the tiles that it was dealt.
    fn tell_kyoku(&mut self, view: &View<'_, N>) {
        let Some(dealt) = self.dealt.filter(|_| !self.told) else { return };
        (self.told, self.told_scores) = (true, self.scores);
        let hand: Vec<Tile> = view.tiles().collect();
        let mut indicator = None;
        for event in view.events() {
            match event {
                Event::Dora { tile } if indicator.is_none() => {
                    indicator = Some(tile);
                    let own = (self.seat, &hand[..]);
                    write::start_kyoku(self.dialect, &mut self.bot.events, dealt, own, &self.scores, tile);
                }
                event => self.tell(&event),
            }
        }
    }

    fn tell(&mut self, event: &Event) {
        let stick = self.rules.as_ref().map_or(0, |(rules, _)| rules.riichi_stick);
        write::event(self.dialect, &mut self.bot.events, event, (&mut self.told_scores, stick));
    }

    fn happened(&mut self, event: &Event) {
        match *event {
            Event::Deal { kyoku, honba, kyotaku } => {
                self.dealt = Some(Dealt::new(kyoku, honba, kyotaku, N));
                (self.told, self.reached, self.planned) = (false, None, None);
                self.answered = None;
                self.bot.start_kyoku();
            }
            _ if !self.told => {}
            // `reach` was written when the bot declared it.
            Event::Discard { seat, tile, tsumogiri, riichi: true }
                if seat == self.seat && self.reached.take().is_some() =>
            {
                let discard = Event::Discard { seat, tile, tsumogiri, riichi: false };
                self.tell(&discard);
            }
            // Another move was made than that of the bot: it was asked for its opinion only.
            Event::Discard { seat, .. } | Event::Meld { seat, .. } | Event::Nuki { seat, .. }
                if seat == self.seat =>
            {
                if let Some(from) = self.reached.take() {
                    self.bot.take_back(from);
                }
                self.tell(event);
            }
            _ => self.tell(event),
        }
    }

    /// Reports a failure; the action of the fallback, or none.
    #[cold]
    fn fail(&mut self, failure: &Failure, legal: &ActionMask) -> u8 {
        let place = self.place();
        self.bot.failed(failure);
        self.planned = None;
        let never_started = self.bot.never_started() && self.bot.monitor.report.is_none();
        if self.bot.settings().aborts || never_started {
            self.bot.monitor.report(|report| report.failed(&place, failure));
            return self.give_up(failure);
        }
        self.bot.monitor.fell_back(&self.whole_place(), &place, failure);
        self.fall_back(legal)
    }

    /// The run ends, with this sentence about the bot.
    fn give_up(&mut self, sentence: &dyn fmt::Display) -> u8 {
        self.failure = Some(AgentFailure(format!("wall {}, {}: {sentence}", self.wall, self.place())));
        NO_ACTION
    }

    /// Match, wall, seat and kyoku, as in the error of a run.
    fn whole_place(&self) -> String {
        let number = self.number.map_or(String::new(), |number| format!("match {number}: "));
        format!("{number}wall {}, {}", self.wall, self.place())
    }

    /// Seat and kyoku.
    fn place(&self) -> String {
        let kyoku = self.dealt.map_or(String::new(), |dealt| format!(", kyoku {}", dealt.name));
        format!("seat {}{kyoku}", self.seat.index())
    }

    /// The action in the place of the bot's; after its `reach` one that declares riichi.
    fn fall_back(&self, legal: &ActionMask) -> u8 {
        let riichi = legal.iter().filter(|&code| is_riichi(code)).last();
        riichi.filter(|_| self.reached.is_some()).unwrap_or_else(|| tsumogiri::dull(legal))
    }
}

impl<const N: usize> Agent<Riichi<N>> for Mjai<N> {
    fn numbered(&mut self, number: u64) {
        self.number = Some(number);
    }

    fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
        if !self.rules.as_ref().is_some_and(|(last, _)| Arc::ptr_eq(last, rules)) {
            self.rules = Some((Arc::clone(rules), write::rules(rules)));
        }
        (self.seat, self.wall) = (seat, seed.of_match.number);
        self.scores = [0; MAX_SEATS];
        self.scores[..N].fill(rules.start_points);
        (self.dealt, self.told, self.reached, self.planned) = (None, false, None, None);
        self.answered = None;
        let told = self.rules.as_ref().map_or(&Value::Null, |(_, told)| told);
        self.bot.start_match(seat.index(), write::start_game(self.dialect, seat, rules, told));
    }

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        if view.question() == Question::Yame {
            return Action::Stop.code(); // Offered only to a dealer who leads; mjai has no word for it.
        }
        if let Some(sentence) = self.bot.settings().stderr.log().and_then(|log| log.error()) {
            return self.give_up(&sentence);
        }
        if let Some(problem) = self.bot.silenced {
            let what = if problem == Problem::MatchTime {
                "the time of the match is used up"
            } else {
                "it has ended"
            };
            return self.fail(&Failure::new(problem, what), legal);
        }
        self.answer(view, legal).choice.unwrap_or_else(|failure| self.fail(&failure, legal))
    }

    /// By the `meta` of the reply. The bot is asked, and [`Agent::act`] for the same decision does what it answered.
    fn evaluate(&mut self, view: &View<'_, N>, legal: &ActionMask) -> Option<Evaluation> {
        if view.question() == Question::Yame || self.bot.silenced.is_some() {
            return None;
        }
        let answered = self.answer(view, legal);
        let place = self.whole_place();
        let meta = self.answered.insert(answered).meta.as_ref()?;
        let found = Asked { view, legal, riichi: false, dialect: self.dialect }.evaluation(meta);
        if found.is_none()
            && let Some(sentence) = meta::unusable(meta)
        {
            self.bot.monitor.left_aside(&format!("{place}: {sentence}"));
        }
        found
    }

    fn watches(&self) -> bool {
        true
    }

    fn watch(&mut self, seen: &Seen<'_, Riichi<N>>) {
        match seen {
            Seen::Event(event) => self.happened(event),
            Seen::KyokuEnd(end, revealed) => {
                if let Some((rules, _)) = self.rules.as_ref().filter(|_| self.told) {
                    write::end_kyoku::<N>(self.dialect, &mut self.bot.events, rules, end, revealed);
                }
                self.scores = std::array::from_fn(|seat| end.before[seat] + end.deltas[seat]);
            }
            Seen::MatchEnd(end) => {
                self.dialect.end_game(&mut self.bot.events, Some(&end.scores));
                self.bot.end_match();
            }
        }
    }

    fn failure(&mut self) -> Option<AgentFailure> {
        self.failure.take()
    }
}

/// What a question is about, for a report.
fn name_of(question: Question) -> &'static str {
    match question {
        Question::Turn(Some(_)) => "own draw",
        Question::Turn(None) => "own call",
        Question::Claim(Offer::Discard(_), _) => "discard of another",
        Question::Claim(..) => "kan or nuki of another",
        // The only question of this agent beside those of the game.
        Question::Exchange | Question::Yame | Question::Nothing => "discard of a riichi",
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry_with;
    use super::super::report::Report;
    use super::*;
    use crate::Roster;
    use hyakuman_core::MatchSeed;
    use hyakuman_core::game::{AnyAgent, playout};
    use hyakuman_riichi::presets;
    use std::sync::Mutex;

    /// A bot that is asked for an evaluation before each decision.
    struct Evaluated {
        bot: Box<dyn Agent<Riichi>>,
        decisions: u64,
    }

    impl Agent<Riichi> for Evaluated {
        fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
            self.bot.begin(rules, seat, seed);
        }

        fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
            self.decisions += u64::from(view.question() != Question::Yame);
            assert_eq!(self.bot.evaluate(view, legal), None);
            self.bot.act(view, legal)
        }

        fn watches(&self) -> bool {
            true
        }

        fn watch(&mut self, seen: &Seen<'_, Riichi>) {
            self.bot.watch(seen);
        }
    }

    /// It always passes, which is mostly a failure; its `meta` has no value for most actions.
    const BOT: &str = r#"mjai:cmd="sh -c 'while read -r line; do echo \"{\\\"type\\\":\\\"none\\\",\\\"meta\\\":{\\\"q_values\\\":[1],\\\"mask_bits\\\":1}}\"; done'""#;

    #[test]
    fn a_bot_is_asked_once_and_a_damaged_meta_is_left_aside() {
        let (mut roster, report) = (Roster::built_in(), Arc::new(Mutex::new(Report::default())));
        roster.insert(entry_with(&Arc::default(), Some(&report)));
        let spec = roster.spec(BOT).expect("a spec");
        let bot = || roster.agent::<Riichi>(&spec).ok().and_then(AnyAgent::scalar).expect("an agent");
        let mut agents = [(); 4].map(|()| Evaluated { bot: bot(), decisions: 0 });
        let seed = MatchSeed { seed: 4, number: 0 };
        playout::play::<Riichi, _>(&Arc::new(presets::tenhou()), seed, &mut agents, &mut ()).expect("legal");
        let decisions = agents.iter().map(|agent| agent.decisions).sum::<u64>();
        let report = report.lock().expect("no panic");
        assert_eq!(report.questions.values().sum::<u64>(), decisions);
        assert_eq!(report.evaluations, [0, decisions]);
    }
}
