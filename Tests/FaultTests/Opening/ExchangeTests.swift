import Glibc
import ProcessTestSupport
import Testing
import Text
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Another process exchanges the files of a log at each call of its opening.
struct ExchangeTests {
  enum Exchange: CaseIterable {
    /// The other log is restored as a backup.
    case restore
    /// The log is removed with its files, and a new one is started.
    case removal
  }

  /// The files and event ids of two logs.
  private struct Template {
    var files: [(name: String, bytes: [UInt8])] = []
    let own: [EventID]
    let others: [EventID]

    init() throws {
      let scratch = try ScratchFolder.inMemory()
      var (own, others) = (Runner(1), Runner(2))
      try own.train(12, on: Logbook(LogFile(scratch("log.db")), for: .appending))
      try others.train(7, on: Logbook(LogFile(scratch("other.db")), for: .appending))
      for name in ["log.db", "other.db"] {
        files += [name, name + "-wal"].map { ($0, contents(of: scratch($0))) }
      }
      self.own = own.requested
      self.others = others.requested
    }
  }

  private final class Place {
    let scratch: ScratchFolder
    let own: [EventID]
    var others: [EventID]

    var path: String { scratch("log.db") }
    var other: String { scratch("other.db") }

    init(_ template: Template) throws {
      scratch = try ScratchFolder.inMemory()
      (own, others) = (template.own, template.others)
      for (name, bytes) in template.files { try writeFile(bytes, to: scratch(name)) }
    }

    func perform(_ exchange: Exchange) throws {
      switch exchange {
      case .restore:
        _ = try Logbook(path: other).restore(
          to: LogFile(path, busyTimeout: .zero), keepingAs: "20261121T100000Z")
      case .removal:
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        var runner = Runner(3)
        // The opening may hold the lock of the folder until this has ended.
        try runner.train(3, on: Logbook(LogFile(path, busyTimeout: .zero), for: .appending))
        others = runner.requested
      }
    }

    /// The expected logs after an exchange, with their events.
    func logs(after exchange: Exchange) -> [(path: String, ids: [EventID])] {
      switch exchange {
      case .restore: [(path, others), (path + "-20261121T100000Z", own), (other, others)]
      case .removal: [(path, others)]
      }
    }
  }

  private enum Outcome {
    /// The opening needed fewer calls.
    case none
    /// The exchange was refused, for example because of a lock.
    case refused
    case done(fault: String?)
  }

  private static func outcome(
    of exchange: Exchange, in place: Place, before step: Int, _ disk: FaultyDisk,
    _ access: Logbook.Access
  ) throws -> Outcome {
    var calls = 0
    var outcome = Outcome.none
    disk.beforeCall = { call in
      guard call.path.hasPrefix(place.path) else { return }
      calls += 1
      guard calls == step else { return }
      calls = .min / 2
      do {
        try place.perform(exchange)
        outcome = .done(fault: nil)
      } catch {
        // A restore fails while a writer holds the lock.
        outcome = .refused
      }
      calls = step
    }
    var log: Logbook?
    var found: [EventID] = []
    var failure: (any Error)?
    do {
      log = try Logbook(disk.log(place.path), for: access)
      found = try log?.ids() ?? []
    } catch { failure = error }
    disk.beforeCall = nil
    guard case .done = outcome else { return outcome }
    if let failure { return .done(fault: "\(failure)") }
    guard found == place.own || found == place.others else {
      return .done(fault: "\(found.count) events of \(place.own.count) or \(place.others.count)")
    }
    var logs = place.logs(after: exchange)
    if access != .reading, let log {
      var runner = Runner(9)
      do {
        try runner.perform(.start(.init(name: "after")), of: .new(also: true), on: log)
        logs[0].ids += runner.requested
      } catch LogError.moved {
        // The path has another log.
      } catch { return .done(fault: "append: \(error)") }
    }
    log = nil
    for (path, expected) in logs {
      let name = fileName(of: path)
      do {
        let ids = try Logbook(path: path).ids()
        if ids != expected {
          return .done(fault: "\(name): \(ids.count) events of \(expected.count)")
        }
        let findings = try Logbook(LogFile(path), for: .appending).check().findings
        if let first = findings.first { return .done(fault: "\(name): \(first)") }
      } catch { return .done(fault: "\(name): \(error)") }
    }
    return .done(fault: nil)
  }

  @Test(arguments: Exchange.allCases, [Logbook.Access.reading, .appending])
  func `the opened log is one of the two, and neither is changed`(
    exchange: Exchange, access: Logbook.Access
  ) throws {
    let template = try Template()
    let disk = try FaultyDisk()
    var faults: [String] = []
    var count = 0
    for step in 1..<2000 {
      let outcome = try Self.outcome(of: exchange, in: Place(template), before: step, disk, access)
      if case .none = outcome { break }
      guard case .done(let fault) = outcome else { continue }
      count += 1
      if let fault { faults.append("step \(step): \(fault)") }
    }
    #expect(faults == [])
    #expect(count > 3)
  }
}
