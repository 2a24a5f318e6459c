import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text

struct RandomHistory {
  private var steps: RandomSteps
  /// The session numbers in the log, by the session of the steps.
  private var numbers: [Int: Int] = [:]
  private var versions: [Int: Int] = [:]
  private(set) var answered: [(request: Request, receipt: Receipt)] = []

  init(seed: UInt64, isHostile: Bool = false) {
    steps = RandomSteps(seed: seed, isHostile: isHostile)
  }

  /// Performs the next step, and returns whether an event was appended.
  mutating func appendNext(to log: Logbook) throws -> Bool {
    let step = steps.next()
    let version = versions[step.session, default: 0] + 1
    let id = RandomStep.id(session: step.session, version: version)
    switch step.action {
    case .command(let command):
      guard version > 1 || command.isStart else { return false }
      let target = numbers[step.session].map { Request.Target.named("\($0)", also: true) }
      var request = Request(
        id: id, command, of: target ?? .new(also: true), time: time(of: step.time),
        instant: step.instant, source: "test")
      request.batch = step.batch
      guard case .success(let receipt) = try log.append([request])[0] else { return false }
      numbers[step.session] = receipt.session
      answered.append((request, receipt))
    case .imported(let kind):
      guard let number = numbers[step.session] else { return false }
      try log.importEvent(kind, id, version, step, session: number)
    }
    versions[step.session] = version
    guard let number = numbers[step.session], let event = try log.session(number)?.events.last
    else { return false }
    steps.append(event, in: step.session)
    return true
  }

  private func time(of time: EventTime) -> Request.Time {
    switch time.basis {
    case .measured: .after(time.at - time.reading.recordedAt)
    case .ago: .ago(time.reading.recordedAt - time.at)
    case .stated: .at(time.at)
    }
  }
}

extension Command {
  fileprivate var isStart: Bool { if case .start = self { true } else { false } }
}

extension RandomStep {
  fileprivate var instant: Instant {
    Instant(
      clock: ClockIdentity(
        bootID: "boot-\(time.reading.clock.rawValue / 10)", device: "device",
        offset: time.reading.clock.rawValue % 10),
      ticks: time.reading.ticks, recordedAt: time.reading.recordedAt)
  }
}

extension Logbook {
  /// Appends an event without a decision, as an import does.
  fileprivate func importEvent(
    _ kind: Event.Kind, _ id: EventID, _ version: Int, _ step: RandomStep, session: Int
  ) throws {
    let (time, instant) = (step.time, step.instant)
    let uid = try uid(of: session)
    let record = Record(
      position: 0, session: 0, version: 0, id: id, kind: kind.name, kindVersion: kind.version,
      at: time.at, basis: time.basis, recordedAt: instant.recordedAt,
      ticks: instant.ticks.nanoseconds, clock: ClockID(rawValue: 0), source: "test",
      data: kind.payload(inBatch: step.batch).data)
    var event = ExportedEvent(record: record, uid: uid, clock: instant.clock)
    event.record.digest = event.expectedDigest
    try write(ids: []) { _ in
      var merge = try Merge(into: self, create())
      for known in try records(after: 0, of: session) {
        var verifier = DigestVerifier(of: self)
        let exported = try ExportedEvent(
          record: known, uid: uid, clock: verifier.verify(known).clock)
        try merge.merge(.event(ImportReader.Read(exported: exported, line: 1)))
      }
      try merge.merge(.event(ImportReader.Read(exported: event, line: 2)))
      _ = try merge.finish()
    }
  }
}

extension LogFixture {
  /// Performs random steps, some of which are refused, and returns the number of appended events.
  @discardableResult
  func appendRandomEvents(_ count: Int, seed: UInt64, isHostile: Bool = false) throws -> Int {
    let log = try open(.appending(longLived: true))
    var history = RandomHistory(seed: seed, isHostile: isHostile)
    var done = 0
    for _ in 0..<count where try history.appendNext(to: log) { done += 1 }
    return done
  }
}
