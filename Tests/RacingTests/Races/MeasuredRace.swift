import Racing
import Text
import Timing

extension Race {
  /// The race of events of one clock, at seconds after the first one.
  init(_ events: [(kind: Event.Kind, seconds: Int)]) {
    self.init()
    for (index, event) in events.enumerated() {
      apply(.measured(index + 1, event.kind, at: .seconds(event.seconds)))
    }
  }
}

extension Event.Kind {
  static func start(_ race: RaceFormat) -> Self { .started(Event.Start(plan: Plan(race: race))) }

  static func enter(_ bib: String, wave: String? = nil) -> Self {
    .race(.entered(RaceEvent.Entry(bib) { if let wave { $0.wave = .set(wave) } }))
  }

  static func cross(_ bib: String) -> Self { .race(.crossed(RaceEvent.Crossing(bib: bib))) }

  static func rule(_ bib: String, _ decision: RaceEvent.Ruling.Decision) -> Self {
    .race(.ruled(RaceEvent.Ruling(bib: bib, decision)))
  }
}

extension RaceEvent.Entry {
  init(_ bib: String, _ change: (inout Self) -> Void) {
    self.init(bib: bib)
    change(&self)
  }
}

extension Event {
  /// An event of one clock, whose first event is at zero; for an earlier time, if that is stated.
  static func measured(
    _ version: Int, _ kind: Kind, at time: Duration, for stated: Duration? = nil
  ) -> Event {
    let moment = Moment(nanosecondsSince1970: time.nanoseconds)
    return Event(
      id: RaceExampleTests.id(version), version: version, kind: kind,
      at: Moment(nanosecondsSince1970: (stated ?? time).nanoseconds),
      basis: stated == nil ? .measured : .stated,
      reading: Reading(clock: ClockID(rawValue: 1), ticks: time, recordedAt: moment))
  }
}
