import EventLog
import Logbook
import Timing
import TimingTestSupport
import Text

/// Someone who times laps: makes requests, each with its own id, and knows which were answered.
struct Runner {
  var machine = Machine()
  private var nextID: UInt64 = 0

  /// The ids of all requests whose events may be in the log, in order.
  private(set) var asked: [EventID] = []

  /// How many of them were answered.
  private(set) var answered = 0

  /// Runners of different numbers share no ids.
  init(_ number: UInt64 = 0) { nextID = number << 32 }

  /// A request that is made now.
  mutating func request(_ command: Command, of target: Request.Target = .implied) -> Request {
    nextID += 1
    machine.pass(.milliseconds(1_234))
    return Request(
      id: EventID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | nextID),
      mayBeRepeated: true, command, of: target, instant: machine.instant, source: "test")
  }

  /// Appends, and remembers what became of it.
  @discardableResult
  mutating func perform(
    _ command: Command, of target: Request.Target = .implied, on log: Logbook
  ) throws -> Receipt {
    let request = request(command, of: target)
    asked.append(request.id)
    do {
      let receipt = try log.append(request)
      answered += 1
      return receipt
    } catch let rejection as Rejection {
      asked.removeLast()
      throw rejection
    }
  }

  /// Counts the last one as answered: it was said to be saved, although its commit failed.
  mutating func settle() { answered += 1 }

  /// Takes over what another has asked for beyond what of it was taken over before.
  mutating func adopt(_ other: Runner) {
    let new = other.asked.filter { !asked.contains($0) }
    asked += new
    answered += new.count
  }

  /// Strikes out what was asked for last: it was said not to be saved.
  mutating func withdraw() { asked.removeLast() }

  /// The commands of a training that touches all tables, corrections among them.
  static func training(_ count: Int) -> [(Command, Request.Target)] {
    let round: [(Command, Request.Target)] = [
      (.start(.init(name: "Tempo run", tags: ["track"])), .new(also: true)),
      (.lap(label: nil), .named("Tempo run")), (.lap(label: "bend"), .named("Tempo run")),
      (.mark(label: "pit"), .named("Tempo run")), (.undo, .implied),
      (.lap(label: String(repeating: "long ", count: 200)), .named("Tempo run")),
      (.stop, .named("Tempo run")), (.resume, .named("Tempo run")),
      (.lap(label: "last"), .named("Tempo run")), (.stop, .named("Tempo run")),
    ]
    return (0..<count).map { round[$0 % round.count] }
  }

  /// Does a whole training.
  mutating func train(
    _ count: Int, on log: Logbook, then: (Runner) throws -> Void = { _ in }
  ) throws {
    for (command, target) in Self.training(count) {
      try perform(command, of: target, on: log)
      try then(self)
    }
  }
}

extension Machine {
  /// What its clocks say, before a log has given them a number.
  var instant: Instant {
    Instant(
      clock: ClockIdentity(bootID: "boot-\(boot)", device: "device"), ticks: reading.ticks,
      recordedAt: reading.recordedAt)
  }
}
