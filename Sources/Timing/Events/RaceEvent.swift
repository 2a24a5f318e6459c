public import Text

/// An event of a race.
///
/// Most events of a race are crossings: larger cases are indirect, so that a crossing takes less
/// memory.
public enum RaceEvent: Hashable, Sendable {
  /// A runner was entered, or their entry was changed.
  indirect case entered(Entry)
  /// A runner is to be as if never entered.
  case withdrawn(bib: String)
  /// A wave was started, with its own format if it has one.
  indirect case waveStarted(wave: String, race: RaceFormat?)
  /// A wave was given its own format before its start.
  indirect case wavePlanned(wave: String, race: RaceFormat)
  /// Somebody passed a point.
  case crossed(Crossing)
  /// A crossing is that of this runner; nil: of nobody.
  case assigned(EventID, bib: String?)
  /// A chip is that of this runner from this moment on.
  case linked(chip: String, bib: String)
  /// A runner was given a status or a penalty.
  case ruled(Ruling)
  /// Crossings at equal times were put in order.
  case ordered([EventID])
  /// The events of this session time a point of another race; the first of its session.
  case joined(race: EventID, point: String, priority: Int)
  /// The clock of the event was compared with another one.
  indirect case clocksCompared(ClockComparison)

  /// An entry of a race, or a change of one.
  public struct Entry: Hashable, Sendable {
    /// The number that the runner wears: up to 16 characters, which need not be digits.
    public var bib: String
    /// The full name.
    public var name: PlanChange.Rule<String> = .unchanged
    /// The first name.
    public var first: PlanChange.Rule<String> = .unchanged
    /// The last name.
    public var last: PlanChange.Rule<String> = .unchanged
    /// The team.
    public var team: PlanChange.Rule<String> = .unchanged
    /// The category.
    public var category: PlanChange.Rule<String> = .unchanged
    /// The wave; that of the race's own start without one.
    public var wave: PlanChange.Rule<String> = .unchanged
    /// All chips.
    public var chips: PlanChange.Rule<[String]> = .unchanged

    /// Creates an entry that changes nothing.
    public init(bib: String) {
      self.bib = bib
    }

    /// The most characters of a bib.
    public static let longestBib = 16
    /// The most chips of an entry.
    public static let mostChips = 16
  }

  /// A crossing as it was received; the fold finds the runner.
  public struct Crossing: Hashable, Sendable {
    /// The runner named.
    public var bib: String?
    /// The chip that was read.
    public var chip: String?
    /// The point; nil: the finish line, or the point that a session which joined the race times.
    public var point: String?
    /// The reader.
    public var reader: String?

    /// Creates a crossing.
    public init(
      bib: String? = nil, chip: String? = nil, point: String? = nil, reader: String? = nil
    ) {
      self.bib = bib
      self.chip = chip
      self.point = point
      self.reader = reader
    }
  }

  /// A ruling of a referee.
  public struct Ruling: Hashable, Sendable {
    /// The decision.
    public enum Decision: Hashable, Sendable {
      /// The runner's status; the latest counts.
      case status(Status)
      /// A time added to the runner's.
      case time(Duration)
      /// Laps taken from the runner's.
      case laps(Int)
    }

    /// A status that is ruled.
    public enum Status: String, Hashable, Sendable, CaseIterable {
      /// Did not start.
      case dns
      /// Did not finish.
      case dnf
      /// Disqualified.
      case dsq
      /// Taken out of the race.
      case pulled
      /// An earlier status is lifted.
      case ok
    }

    /// The runner.
    public var bib: String
    /// The decision.
    public var decision: Decision
    /// The reason.
    public var reason: String?

    /// Creates a ruling.
    public init(bib: String, _ decision: Decision, reason: String? = nil) {
      self.bib = bib
      self.decision = decision
      self.reason = reason
    }
  }

  /// Returns a chip's id as chips are compared: in upper case, without spaces, in one spelling.
  public static func comparable(chip: String) -> String {
    // Most readers send capital letters and digits only.
    let isComparable = chip.utf8.allSatisfy {
      (0x21...0x7E).contains($0) && !(0x61...0x7A).contains($0)
    }
    if isComparable { return chip }
    return String(chip.uppercased().filter { !$0.isWhitespace }).canonical
  }

  var role: Event.Role {
    switch self {
    case .crossed, .waveStarted, .linked: .passage
    case .ruled: .ruling
    case .entered, .withdrawn, .wavePlanned, .assigned, .ordered, .clocksCompared: .nothing
    // It changes the properties of its session.
    case .joined: .statement
    }
  }

  /// Whether it changes what earlier events mean.
  var isCorrection: Bool {
    switch self {
    // An entry moves the own starts of others, and its chips claim earlier crossings.
    case .entered, .withdrawn, .assigned, .linked, .ruled, .ordered, .wavePlanned: true
    case .waveStarted, .crossed, .joined, .clocksCompared: false
    }
  }
}

/// A comparison of an event's clock with another one, by an exchange of messages: what both showed.
///
/// The times are as they were read, so that any fold can compute the offset and its doubt.
public struct ClockComparison: Hashable, Sendable {
  /// The name of the other clock; streams that were compared with the same one can be compared.
  public var reference: String
  /// The ticks of the event's clock when the question was sent.
  public var sent: Duration
  /// The time of the other clock when the question arrived.
  public var referenceReceived: Duration
  /// The time of the other clock when the answer was sent.
  public var referenceSent: Duration
  /// The ticks of the event's clock when the answer arrived.
  public var received: Duration

  /// Creates a comparison.
  public init(
    reference: String, sent: Duration, referenceReceived: Duration, referenceSent: Duration,
    received: Duration
  ) {
    self.reference = reference
    self.sent = sent
    self.referenceReceived = referenceReceived
    self.referenceSent = referenceSent
    self.received = received
  }

  /// The ticks in the middle of the exchange, in whole nanoseconds.
  package var ticks: Duration { sent + .nanoseconds((received - sent).nanoseconds / 2) }

  /// The time of the other clock less the ticks, as NTP computes it (RFC 5905, section 8).
  package var offset: Duration {
    .nanoseconds(((referenceReceived - sent) + (referenceSent - received)).nanoseconds / 2)
  }

  /// The largest possible error of the offset: half the time that the messages were on their way.
  package var doubt: Duration {
    let round = (received - sent) - (referenceSent - referenceReceived)
    return .nanoseconds(max(0, round.nanoseconds) / 2 + max(0, round.nanoseconds) % 2)
  }
}

/// The limits of bibs: 1 to 16 characters, none of which controls a terminal.
public enum Bib {
  /// The word that means nobody.
  public static let nobody = "none"

  /// Returns a valid bib; throws the reason why it is not.
  public static func checked(_ text: String) throws(BibError) -> String {
    let (characters, most) = (text.unicodeScalars, RaceEvent.Entry.longestBib)
    guard !characters.isEmpty else { throw BibError("it is empty") }
    guard characters.count <= most else {
      throw BibError("it has \(characters.count) characters; the limit is \(most)")
    }
    guard !characters.contains(where: Harmless.isObeyed) else { throw .controlCharacter }
    return text
  }

  /// Returns a valid bib of a runner, which is not the word that means nobody; throws the reason
  /// why it is not.
  public static func checkedRunner(_ text: String) throws(BibError) -> String {
    guard text != nobody else { throw BibError("it means nobody") }
    return try checked(text)
  }
}

/// The reason why a text is not a valid bib.
public struct BibError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public let description: String

  fileprivate init(_ description: String) { self.description = description }

  /// It has a character that controls a terminal or the reading order.
  package static let controlCharacter = BibError("it has a control character")
}
