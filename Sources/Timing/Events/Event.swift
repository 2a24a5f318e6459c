public import Text

/// An event of a session as stored in the log: a fact that never changes.
public struct Event: Hashable, Sendable {
  /// The id, the same in every log that contains the event.
  public var id: EventID
  /// Its number within its session: 1, 2, 3, … in the order of arrival.
  public var version: Int
  /// The kind with its data.
  public var kind: Kind
  /// The wall-clock time of the event; the fold determines its place on the timeline.
  public var at: Moment
  /// The basis of that time.
  public var basis: Basis
  /// The reading of the clocks at the beginning of its command.
  public var reading: Reading
  /// The batch; zero for none, since an optional would be longer.
  private var batchOrZero: EventID

  /// The id of the first event of the command that appended several; nil for a single event.
  public var batch: EventID? {
    get { batchOrZero == .zero ? nil : batchOrZero }
    set { batchOrZero = newValue ?? .zero }
  }

  /// Creates an event from its parts.
  public init(
    id: EventID, version: Int, kind: Kind, at: Moment, basis: Basis, reading: Reading,
    batch: EventID? = nil
  ) {
    self.id = id
    self.version = version
    self.kind = kind
    self.at = at
    self.basis = basis
    self.reading = reading
    batchOrZero = batch ?? .zero
  }
}

/// The time of an event: a moment, its basis, and the reading of the clocks at the command.
public struct EventTime: Hashable, Sendable {
  /// The wall-clock time of the event.
  public var at: Moment
  /// The basis of that time.
  public var basis: Basis
  /// The reading of the clocks at the beginning of its command.
  public var reading: Reading

  /// The moment of the reading.
  public static func now(_ reading: Reading) -> EventTime {
    EventTime(at: reading.recordedAt, basis: .measured, reading: reading)
  }

  /// A span after the reading: a countdown.
  public static func after(_ span: Duration, _ reading: Reading) -> EventTime {
    EventTime(at: reading.recordedAt + span, basis: .measured, reading: reading)
  }

  /// A span before the reading.
  public static func ago(_ span: Duration, _ reading: Reading) -> EventTime {
    EventTime(at: reading.recordedAt - span, basis: .ago, reading: reading)
  }

  /// A moment that the user states.
  public static func stated(_ moment: Moment, _ reading: Reading) -> EventTime {
    EventTime(at: moment, basis: .stated, reading: reading)
  }
}

extension Event {
  /// The event's own time.
  public var time: EventTime { EventTime(at: at, basis: basis, reading: reading) }

  /// The event as the subject or the object of a clause: `the stop`, `the crossing of 17`;
  /// harmless.
  package var noun: String {
    switch kind {
    case .started: "the start"
    case .stopped: "the stop"
    case .resumed: "the resume"
    case .lapped: "the lap"
    case .timestamped(let label): "the timestamp \"\(Harmless.text(label))\""
    case .named(let name): "the name \"\(Harmless.text(name))\""
    case .tagged(let tags): Self.noun("the tag", tags)
    case .untagged(let tags): "the removal of " + Self.noun("the tag", tags)
    case .identified(let people):
      people.isEmpty ? "the removal of the person" : Self.noun("the person", people.map(\.full))
    case .planned: "the change of the rules"
    case .amended: "the amendment"
    case .removed: "the removal"
    case .discarded: "the discarding"
    case .race(let event): event.noun
    case .reverted: "event \(version) (reverted)"
    case .unknown(let name): "event \(version) (\(Harmless.text(name)))"
    }
  }

  private static func noun(_ word: String, _ names: [String]) -> String {
    "\(word)\(names.count == 1 ? "" : "s") "
      + names.map { "\"\(Harmless.text($0))\"" }.joined(separator: ", ")
  }
}

extension RaceEvent {
  fileprivate var noun: String {
    switch self {
    case .entered(let entry): "the entry of \(Harmless.text(entry.bib))"
    case .withdrawn(let bib): "the withdrawal of \(Harmless.text(bib))"
    case .waveStarted(let wave, _): "the start of wave \(Harmless.text(wave))"
    case .wavePlanned(let wave, _): "the format of wave \(Harmless.text(wave))"
    case .crossed(let crossing):
      (crossing.bib ?? crossing.chip).map { "the crossing of \(Harmless.text($0))" }
        ?? "the crossing without a bib"
    case .assigned(_, let bib): "the assignment to \(bib.map(Harmless.text) ?? "nobody")"
    case .linked(let chip, _): "the link of chip \(Harmless.text(chip))"
    case .ruled(let ruling): "the ruling on \(Harmless.text(ruling.bib))"
    case .ordered(let targets): "the order of \(targets.count) crossings"
    case .joined: "the start"
    case .clocksCompared: "the comparison of clocks"
    }
  }
}
