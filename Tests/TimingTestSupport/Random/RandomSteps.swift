package import Text
package import Timing

/// A random command or imported event for one of several sessions.
package struct RandomStep: Sendable, CustomStringConvertible {
  package enum Action: Hashable, Sendable {
    case command(Command)
    /// An event of another log, which is appended without a decision.
    case imported(Event.Kind)
  }

  package var session: Int
  package var action: Action
  package var time: EventTime
  package var batch: EventID?

  package func event(_ kind: Event.Kind, version: Int) -> Event {
    Event(
      id: Self.id(session: session, version: version), version: version, kind: kind, at: time.at,
      basis: time.basis, reading: time.reading, batch: batch)
  }

  /// The step in one line, with wall-clock times from the start of the machine.
  package var description: String {
    let reading = time.reading
    let origin = Moment(nanosecondsSince1970: Machine().wall)
    return """
      session \(session): \(action)\(batch.map { " of \($0)" } ?? "") at \(time.at - origin) \(time.basis), reading \
      \(reading.recordedAt - origin) ticks \(reading.ticks) of clock \(reading.clock.rawValue)
      """
  }

  /// The id of an event of a session, which is the same in all tests.
  package static func id(session: Int, version: Int) -> EventID {
    EventID(high: UInt64(session + 1), low: UInt64(version))
  }
}

/// An endless sequence of random steps for a few sessions, determined by a seed and the events of
/// earlier steps.
package struct RandomSteps {
  /// The kinds of commands that are frequent for a while.
  package enum Bias: Sendable, CaseIterable { case pressing, correcting, planning, undoing }

  var seed: Seed
  private var machine = RandomMachine()
  var bias = Bias.pressing
  private let isHostile: Bool
  private let isFar: Bool
  private(set) var events: [[Event]]

  /// Starts the sequence; hostile steps import events that no decision allows, and far ones are at
  /// the ends of the timeline.
  package init(seed: UInt64, sessions: Int = 3, isHostile: Bool = false, isFar: Bool = false) {
    self.seed = Seed(seed)
    (self.isHostile, self.isFar) = (isHostile, isFar)
    events = Array(repeating: [], count: max(1, sessions))
  }

  /// Adds the event of the latest step, on which later steps depend.
  package mutating func append(_ event: Event, in session: Int) { events[session].append(event) }

  package mutating func next() -> RandomStep {
    machine.advance(&seed)
    if seed.chance(10) { bias = seed.pick(from: Bias.allCases) ?? bias }
    let session = seed.chance(70) ? 0 : seed.below(events.count)
    let action = action(session)
    let reading = machine.read(&seed)
    let batch = isHostile && action.mayBeInBatch && seed.chance(30) ? batch(session) : nil
    guard isFar, seed.chance(25) else {
      return RandomStep(
        session: session, action: action, time: time(action, session, reading), batch: batch)
    }
    return RandomStep(
      session: session, action: far(action), time: farTime(action, reading), batch: batch)
  }

  private mutating func batch(_ session: Int) -> EventID {
    if seed.chance(80), let batch = events[session].last?.batch { return batch }
    return RandomStep.id(session: session, version: events[session].count + 1)
  }

  /// A span to an end of the timeline, near it, or half of it.
  private mutating func farSpan() -> Duration {
    let end = Duration.nanoseconds((1 << 62) - 1)
    return switch seed.below(5) {
    case 0: end
    case 1: end - .nanoseconds(1)
    case 2: end + .nanoseconds(1)
    case 3: end - seed.seconds()
    default: .nanoseconds(Int64(1) << 61)
    }
  }

  private mutating func farTime(_ action: RandomStep.Action, _ reading: Reading) -> EventTime {
    let span = farSpan()
    return switch seed.below(4) {
    case 0: action.mayBeInFuture ? .after(span, reading) : .ago(span, reading)
    case 1: .ago(span, reading)
    case 2: .stated(reading.recordedAt - span, reading)
    default: .now(reading)
    }
  }

  private mutating func far(_ action: RandomStep.Action) -> RandomStep.Action {
    let span = seed.signed(farSpan())
    return switch action {
    case .command(.amend(let lap, let change, let toLast)) where change.move != nil || toLast:
      .command(.amend(lap, .init(move: .by(span))))
    case .imported(.amended(let lap, _)): .imported(.amended(lap, .init(move: .by(span))))
    default: action
    }
  }

  private mutating func action(_ session: Int) -> RandomStep.Action {
    if events[session].isEmpty {
      return .command(seed.chance(95) ? .start(start()) : seed.chance(50) ? .stop : .undo)
    }
    if seed.chance(3) { return .imported(.unknown(name: "cheered")) }
    if isHostile && seed.chance(15) { return .imported(importedKind(session)) }
    return .command(command(session))
  }

  /// The time of an action: now, or on each basis at or near the moment of an event.
  private mutating func time(
    _ action: RandomStep.Action, _ session: Int, _ reading: Reading
  ) -> EventTime {
    switch action {
    case .command(.start):
      return switch seed.below(100) {
      case ..<45: .now(reading)
      case ..<75: .after(seed.span(), reading)
      case ..<85: .ago(seed.span(), reading)
      default: .stated(moment(session, reading), reading)
      }
    case .command(.stop), .command(.resume), .command(.lap), .command(.mark), .imported: break
    case .command: return .now(reading)
    }
    switch seed.below(100) {
    case ..<55: return .now(reading)
    case ..<70: return .ago(seed.span(), reading)
    case ..<80:
      let span = reading.recordedAt - moment(session, reading)
      return .ago(span < .zero ? .zero : span, reading)
    default: return .stated(moment(session, reading), reading)
    }
  }

  /// The wall-clock time of an event or a reading, exactly, one nanosecond beside it, or some
  /// seconds from it.
  mutating func moment(_ session: Int, _ reading: Reading) -> Moment {
    var moment = reading.recordedAt
    if seed.chance(70), let event = seed.pick(from: events[session]) {
      moment = seed.chance(85) ? event.at : event.reading.recordedAt
    }
    return switch seed.below(100) {
    case ..<40: moment
    case ..<50: moment + .nanoseconds(1)
    case ..<60: moment - .nanoseconds(1)
    case ..<80: moment + seed.span()
    default: moment - seed.span()
    }
  }

  /// The wall-clock time of an event or of the current reading, or one near it.
  mutating func moment(_ session: Int) -> Moment { moment(session, machine.reading) }
}

extension RandomStep.Action {
  fileprivate var mayBeInBatch: Bool {
    switch self {
    case .command(.undo), .imported(.reverted(_, batch: true)): false
    case .command, .imported: true
    }
  }

  fileprivate var mayBeInFuture: Bool {
    switch self {
    case .command(.start), .imported: true
    case .command: false
    }
  }
}

/// A machine whose clocks change at random between commands.
///
/// The wall clock steps, the machine reboots, a command runs in another time namespace or waits
/// after its reading.
package struct RandomMachine: Sendable {
  private var machine = Machine()
  private var namespace: Int64 = 0
  private var readings: [Reading] = []

  package init() {}

  /// The reading of the clocks in the current namespace.
  package var reading: Reading {
    var reading = machine.reading
    reading.clock = ClockID(rawValue: reading.clock.rawValue * 10 + namespace)
    reading.ticks += .seconds(1000 * namespace)
    return reading
  }

  /// Changes the machine at random: mostly time passes.
  package mutating func advance(_ seed: inout Seed) {
    switch seed.below(100) {
    case ..<15: break
    case ..<85: machine.pass(seed.span())
    case ..<91: machine.step(seed.signed(step(&seed)))
    case ..<95: machine.reboot(lasting: seed.chance(70) ? seed.span() : .zero - seed.span())
    default: namespace = Int64(seed.below(3))
    }
  }

  /// A step below the tolerance, at it, just above it, or large.
  private func step(_ seed: inout Seed) -> Duration {
    switch seed.below(5) {
    case 0: .milliseconds(seed.below(1000))
    case 1: .seconds(1)
    case 2: .seconds(1) + .nanoseconds(1)
    case 3: .seconds(5)
    default: .seconds(3600 * (1 + seed.below(48)))
    }
  }

  /// The reading of the next command, which is sometimes one of the last readings.
  package mutating func read(_ seed: inout Seed) -> Reading {
    if seed.chance(12), let old = seed.pick(from: Array(readings.suffix(4))) { return old }
    readings.append(reading)
    return reading
  }
}
