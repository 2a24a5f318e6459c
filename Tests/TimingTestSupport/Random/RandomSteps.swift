package import Timing
import Text

/// An endless sequence of things to try on a few sessions, told by a seed and by what came of the
/// earlier ones.
package struct RandomSteps {
  /// How people, or what they send, behave for a while.
  package enum Mood: Sendable, CaseIterable {
    case pressing, correcting, planning, undoing
  }

  var seed: Seed
  private var machine = RandomMachine()
  var mood = Mood.pressing
  private let isHostile: Bool
  private let isFar: Bool
  private(set) var events: [[Event]]

  /// Begins the sequence.
  ///
  /// - Parameters:
  ///   - seed: the same sequence for the same seed and the same outcomes.
  ///   - sessions: how many sessions there are, at least one.
  ///   - isHostile: whether events come in that no decision would have let in.
  ///   - isFar: whether moments lie at the ends of the timeline, now and then.
  package init(
    seed: UInt64, sessions: Int = 3, isHostile: Bool = false, isFar: Bool = false
  ) {
    self.seed = Seed(seed)
    self.isHostile = isHostile
    self.isFar = isFar
    events = Array(repeating: [], count: max(1, sessions))
  }

  /// Tells what came of the latest step, if it was done: the sequence goes on from that.
  package mutating func took(_ event: Event, in session: Int) {
    events[session].append(event)
  }

  /// The next step.
  package mutating func next() -> RandomStep {
    machine.goOn(&seed)
    if seed.chance(10) { mood = seed.pick(from: Mood.allCases) ?? mood }
    let session = seed.chance(70) ? 0 : seed.below(events.count)
    let action = action(session)
    let reading = machine.read(&seed)
    let batch = isHostile && action.mayBeInBatch && seed.chance(30) ? batch(session) : nil
    guard isFar, seed.chance(25) else {
      return RandomStep(
        session: session, action: action, time: time(action, session, reading), batch: batch)
    }
    return RandomStep(
      session: session, action: far(action), time: farClaim(action, reading), batch: batch)
  }

  /// The batch of the event before, or a new one.
  private mutating func batch(_ session: Int) -> EventID {
    if seed.chance(80), let batch = events[session].last?.batch { return batch }
    return RandomStep.id(session: session, version: events[session].count + 1)
  }

  /// A span up to an end of the timeline, or right beside it.
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

  private mutating func farClaim(_ action: RandomStep.Action, _ reading: Reading) -> EventTime {
    let span = farSpan()
    return switch seed.below(4) {
    case 0: action.mayLieAhead ? .after(span, reading) : .ago(span, reading)
    case 1: .ago(span, reading)
    case 2: .stated(reading.recordedAt - span, reading)
    default: .now(reading)
    }
  }

  private mutating func far(_ action: RandomStep.Action) -> RandomStep.Action {
    let span = seed.signed(farSpan())
    return switch action {
    case .command(.amend(let lap, let change)) where change.move != nil:
      .command(.amend(lap, .by(span)))
    case .imported(.amended(let lap, _)): .imported(.amended(lap, .by(span)))
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

  /// When it is claimed to have happened: now, or by all three bases around moments that matter.
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
    case .command(.stop), .command(.resume), .command(.lap), .command(.mark), .imported:
      break
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

  /// A wall-clock time that may matter: that of an event, or of now, one nanosecond beside it or
  /// some seconds.
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

  /// A wall-clock time that may matter, as of now.
  mutating func moment(_ session: Int) -> Moment { moment(session, machine.reading) }
}

extension RandomStep.Action {
  /// Whether its event can name a batch that it belongs to.
  fileprivate var mayBeInBatch: Bool {
    switch self {
    case .command(.undo), .imported(.reverted(_, batch: true)): false
    case .command, .imported: true
    }
  }

  /// Whether it is a start, or comes from elsewhere.
  fileprivate var mayLieAhead: Bool {
    switch self {
    case .command(.start), .imported: true
    case .command: false
    }
  }
}
