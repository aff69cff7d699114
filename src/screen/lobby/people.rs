//! People whom a model has invented for the motion: they stand behind the personas at hand until others are asked for,
//! can be changed, and are kept as files where the person wants that.

use super::{Lobby, LobbyChoice, LobbySpeaker, Screen, Step, card::CardEditor, row::Row};
use crate::{
    catalog::Persona,
    debate::ids::Seat,
    setup::{InventedSpeaker, seats::Seats},
};

impl Lobby {
    /// Takes people who were found, in the order of the seats; whoever was invented before is forgotten. The same seed
    /// draws them again.
    pub fn invented(&mut self, cast: Vec<InventedSpeaker>, seed: u64) {
        let at_hand = self.at_hand();
        self.waits_for = None;
        self.data.personas.truncate(at_hand);
        let people = cast.iter().map(LobbySpeaker::invented);
        self.data.personas.extend(people);
        self.lineup.fill(at_hand..self.data.personas.len());
        self.cast = cast;
        self.is_cast_kept = false;
        self.seed = seed;
        self.drawn = true;
        let first = self
            .rows()
            .iter()
            .position(|row| matches!(row, Row::Seat(_)));
        self.row = first.unwrap_or(0);
        self.say("Here they are: a asks for others, e changes one, w keeps them as files.");
    }

    /// Says what a model is at, until people are there or it is stopped.
    pub fn waits_for(&mut self, what: impl Into<String>) {
        self.waits_for = Some(what.into());
    }

    /// Nobody is waited for any more.
    pub fn waits_no_more(&mut self) {
        self.waits_for = None;
    }

    /// The number of personas that come from files.
    pub(super) fn at_hand(&self) -> usize {
        self.data.personas.len().saturating_sub(self.cast.len())
    }

    /// The invented speaker at a position in the list, where there is one.
    fn cast_of(&self, persona: usize) -> Option<&InventedSpeaker> {
        self.cast.get(persona.checked_sub(self.at_hand())?)
    }

    /// What will be done where people are to be invented: a model is asked, and whoever was chosen gives way.
    pub(super) fn about_inventing(&self) -> String {
        let who = if self.cast.is_empty() {
            "people"
        } else {
            "other people"
        };
        let model = Some(self.model.trim()).filter(|model| !model.is_empty());
        let model = model.unwrap_or("a model");
        format!("a again asks {model} to invent {who} for this motion, in every seat.")
    }

    /// Asks for people, or for others.
    pub(super) fn invent(&mut self) -> Option<LobbyChoice> {
        let mut setup = self.setup()?;
        let seed = self.seed.wrapping_add(u64::from(self.drawn));
        setup.seed = Some(seed);
        setup.sides.clear();
        setup.cast.clear();
        Some(LobbyChoice::Invent(setup, self.lineup.sizes().to_vec()))
    }

    /// Keeps those who were invented.
    pub(super) fn keep(&mut self) -> Option<LobbyChoice> {
        if self.cast.is_empty() {
            self.say("Nobody is invented yet: a asks a model for people who fit the motion.");
            return None;
        }
        Some(LobbyChoice::Keep(self.cast.clone()))
    }

    /// Those who were invented are in files now.
    pub fn is_kept(&mut self) {
        self.is_cast_kept = true;
    }

    /// The speakers who were invented, each in the seat that is theirs now.
    pub(super) fn seated_cast(&self) -> Vec<InventedSpeaker> {
        let seats = (0..self.lineup.len()).filter_map(|seat| {
            let cast = self.cast_of(self.lineup.get(seat)?)?;
            let (side, number) = self.lineup.place(seat);
            Some(InventedSpeaker {
                seat: Seat::new(&self.sides().get(side)?.id, number),
                ..cast.clone()
            })
        });
        seats.collect()
    }

    /// The seat at a place of the line-up.
    pub(super) fn seat_at(&self, place: usize) -> Option<Seat> {
        let (side, number) = self.lineup.place(place);
        Some(Seat::new(&self.sides().get(side)?.id, number))
    }

    /// The seat that whoever is at the screen takes, where the debate has it.
    pub(super) fn own_seat(&self) -> Option<Seat> {
        let mut seats = self.seats_to_take().into_iter();
        seats.find(|seat| Some(seat) == self.own_seat.as_ref())
    }

    /// The seats that whoever is at the screen can take, as the debate is set up.
    fn seats_to_take(&self) -> Vec<Seat> {
        let speakers = (0..self.lineup.len()).filter_map(|place| self.seat_at(place));
        let audience = self.set.audience.unwrap_or_else(|| self.usual_audience());
        let judges = self.set.judges.unwrap_or_else(|| self.usual_judges());
        let beside = self
            .chosen_format()
            .map(|format| Seats::beside_speakers(format, audience, judges));
        speakers.chain(beside.into_iter().flatten()).collect()
    }

    /// The next seat to take, or the one before; before the first one, whoever is at the screen watches.
    pub(super) fn step_own_seat(&mut self, step: Step) {
        let seats = self.seats_to_take();
        let own = self.own_seat();
        let at = seats.iter().position(|seat| Some(seat) == own.as_ref());
        let next = step.around(at.map_or(0, |at| at + 1), seats.len() + 1);
        self.own_seat = next.checked_sub(1).and_then(|at| seats.get(at)).cloned();
    }

    /// The seat that whoever is at the screen takes, in words.
    pub(super) fn own_seat_told(&self) -> String {
        let Some(own) = self.own_seat() else {
            return "none: you watch, and steer".to_owned();
        };
        let mut places = 0..self.lineup.len();
        if let Some(place) = places.find(|place| self.seat_at(*place).as_ref() == Some(&own)) {
            return format!("{}: you speak", self.seat_name(place));
        }
        let others = self.set.judges.unwrap_or_else(|| self.usual_judges());
        match own.number() {
            Some(number) if own.is_judge() && others > 1 => format!("judge {number}: you judge"),
            Some(_) | None if own.is_judge() => "the judge's: you judge".to_owned(),
            Some(_) | None if own.is_audience() => "in the audience: you vote".to_owned(),
            Some(_) | None if own.is_house() => "the house's: you give the verdict".to_owned(),
            Some(_) | None => "the moderator's: you moderate".to_owned(),
        }
    }

    /// Takes the seat that is marked for whoever is at the screen, or gives it back to its persona.
    pub(super) fn sit(&mut self) {
        let Row::Seat(place) = self.current() else {
            self.say("Choose a seat first: ctrl-y takes it for yourself.");
            return;
        };
        let seat = self.seat_at(place);
        if self.own_seat() == seat {
            self.own_seat = None;
            self.say("The persona has the seat again.");
        } else {
            self.own_seat = seat;
            self.say("You speak from this seat; its persona speaks where you hand it over.");
        }
    }

    /// Opens the card of whoever is in the seat that is chosen.
    pub(super) fn edit(&mut self) {
        let Row::Seat(seat) = self.current() else {
            self.say("Choose a seat first: e changes the person invented for it.");
            return;
        };
        let persona = self.lineup.get(seat);
        let text = persona
            .and_then(|at| self.cast_of(at))
            .map(|cast| toml::to_string_pretty(&cast.card));
        match (persona, text) {
            (Some(persona), Some(Ok(text))) => {
                self.screen = Screen::Card;
                self.card = Some(CardEditor::new(persona, &text));
            }
            (None, _) => self.say("Nobody sits there yet: a asks for people, l draws lots."),
            (Some(at), _) => {
                let id = self.data.personas.get(at).map(|one| one.id.clone());
                let id = id.unwrap_or_default();
                self.say(format!("{id} has a file: `hustings personas show {id}`."));
            }
        }
    }

    /// Puts a changed card in the place of the old one.
    pub(super) fn change_card(&mut self, persona: usize, card: Persona) {
        let at = persona.checked_sub(self.at_hand());
        let Some(cast) = at.and_then(|at| self.cast.get_mut(at)) else {
            return;
        };
        cast.card = card;
        let person = LobbySpeaker::invented(cast);
        self.is_cast_kept = false;
        if let Some(place) = self.data.personas.get_mut(persona) {
            *place = person;
        }
    }
}
