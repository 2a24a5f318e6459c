import Glibc
import ProcessTestSupport
import Testing
import Text
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Another process removes a log and starts a new one, at each call of its opening.
struct ExchangeTests {
  /// The files and event ids of a log.
  private struct Template {
    var files: [(name: String, bytes: [UInt8])] = []
    let own: [EventID]

    init() throws {
      let scratch = try ScratchFolder.inMemory()
      var own = Runner(1)
      try own.train(12, on: Logbook(LogFile(scratch("log.db")), for: .appending))
      for name in ["log.db", "log.db-wal"] { files.append((name, contents(of: scratch(name)))) }
      self.own = own.requested
    }
  }

  private final class Place {
    let scratch: ScratchFolder
    let own: [EventID]
    /// The events of the new log.
    private(set) var others: [EventID] = []

    var path: String { scratch("log.db") }

    init(_ template: Template) throws {
      scratch = try ScratchFolder.inMemory()
      own = template.own
      for (name, bytes) in template.files { try writeFile(bytes, to: scratch(name)) }
    }

    /// Removes the log with its files, and starts a new one.
    func exchange() throws {
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
      var runner = Runner(3)
      // The opening may hold the lock of the folder until this has ended.
      try runner.train(3, on: Logbook(LogFile(path, busyTimeout: .zero), for: .appending))
      others = runner.requested
    }
  }

  private static func ids(_ log: Logbook) throws -> [EventID] {
    try log.events(after: 0, limit: .max).map(\.event.id)
  }

  private enum Outcome {
    /// The opening needed fewer calls.
    case none
    /// The exchange was refused, for example because of a lock.
    case refused
    case done(fault: String?)
  }

  /// Opens the log and exchanges the files before one of the calls.
  private static func outcome(
    in place: Place, before step: Int, _ disk: FaultyDisk, _ access: Logbook.Access
  ) throws -> Outcome {
    var calls = 0
    var outcome = Outcome.none
    disk.beforeCall = { call in
      guard call.path.hasPrefix(place.path) else { return }
      calls += 1
      guard calls == step else { return }
      calls = .min / 2
      do {
        try place.exchange()
        outcome = .done(fault: nil)
      } catch {
        outcome = .refused
      }
      calls = step
    }
    var log: Logbook?
    var found: [EventID] = []
    var failure: (any Error)?
    do {
      log = try Logbook(disk.log(place.path), for: access)
      found = try log.map(ids) ?? []
    } catch {
      failure = error
    }
    disk.beforeCall = nil
    guard case .done = outcome else { return outcome }
    if let failure { return .done(fault: "\(failure)") }
    guard found == place.own || found == place.others else {
      return .done(fault: "\(found.count) events of \(place.own.count) or \(place.others.count)")
    }
    var expected = place.others
    if access != .reading, let log {
      var runner = Runner(9)
      do {
        try runner.perform(.start(.init(name: "after")), of: .new(also: true), on: log)
        expected += runner.requested
      } catch LogError.moved {
        // The path has another log.
      } catch {
        return .done(fault: "append: \(error)")
      }
    }
    log = nil
    do {
      let ids = try ids(Logbook(path: place.path))
      if ids != expected { return .done(fault: "\(ids.count) events of \(expected.count)") }
      let findings = try Logbook(LogFile(place.path), for: .appending).check().findings
      return .done(fault: findings.first.map { "\($0)" })
    } catch {
      return .done(fault: "\(error)")
    }
  }

  @Test(arguments: [Logbook.Access.reading, .appending])
  func `the opened log is one of the two, and the new one is not changed`(
    _ access: Logbook.Access
  ) throws {
    let template = try Template()
    let disk = try FaultyDisk()
    var faults: [String] = []
    var count = 0
    for step in 1..<2000 {
      let place = try Place(template)
      let outcome = try Self.outcome(in: place, before: step, disk, access)
      if case .none = outcome { break }
      guard case .done(let fault) = outcome else { continue }
      count += 1
      if let fault { faults.append("step \(step): \(fault)") }
    }
    #expect(faults == [])
    #expect(count > 3)
  }
}
