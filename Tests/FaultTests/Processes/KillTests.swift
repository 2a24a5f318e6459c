import Foundation
import Glibc
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text
import SQLite

struct KillTests {
  let scratch: ScratchFolder
  let export: String
  let donated: [String]
  var seed = Seed()
  var answered: [String] = []
  var acknowledged = 0
  var retried = 0
  var lost = 0
  var imported = 0

  init() throws {
    scratch = try ScratchFolder.inMemory()
    export = scratch("donor.ndjson")
    let donor = try Logbook(LogFile(scratch("donor.db")), for: .appending)
    var runner = Runner(9)
    try runner.train(60, on: donor)
    donated = runner.requested.map(\.description)
    try writeFile(donor.exported(), to: export)
    let lines = String(repeating: "lap bend --session Home\nmark pit --session Home\n", count: 40)
    try writeFile(Array(lines.utf8), to: scratch("lines"))
  }

  static let victims: [[String]] = [
    ["lap", "--session", "Home", "--json"], ["record", "--json"], ["import", "FILE", "--json"],
    ["rebuild"], ["watch", "Home", "--json"], ["events", "--follow", "--json"],
    ["start", "Home", "--also", "--json"],
    ["lap", "again", "--session", "Home", "--json", "--id", "ID"],
    ["start", "Home", "--also", "--json", "--id", "ID"],
  ]

  @Test mutating func `acknowledged events survive kills at any time`() throws {
    let path = scratch("log/laptimer.db")
    let lifetime = try lifetime()
    var kills = 0
    var survivors = 0
    let rounds = Effort.times(60, long: 2_500)
    for round in 0..<rounds {
      if round % 20 == 0 { try removeLog(path) }
      // Three at a time, each killed at another moment.
      var victims: [(child: Child, output: String, arguments: [String])] = []
      for _ in 0..<3 {
        let id = EventID(at: Machine().instant.recordedAt, using: &seed).description
        let arguments = (Self.victims.randomElement(using: &seed) ?? []).map {
          $0 == "FILE" ? export : $0 == "ID" ? id : $0
        }
        let output = scratch("output-\(victims.count)")
        unlink(output)
        let child = try Child(
          arguments, log: path, input: .file(scratch("lines")), output: .file(output))
        victims.append((child, output, arguments))
      }
      for victim in victims {
        let moment = Date(timeIntervalSinceNow: .random(in: 0...lifetime, using: &seed))
        _ = victim.child.wait(until: moment)
        victim.child.send(SIGKILL)
        if try victim.child.end() == .signal(SIGKILL) { kills += 1 } else { survivors += 1 }
        try record(victim.output, victim.arguments)
        if victim.arguments.contains("--id") { try retry(victim.arguments, path) }
      }
      try expectSound(path, isWhole: round % 20 == 19 || round == rounds - 1)
    }
    print(
      """
      kill -9: \(kills) kills survived, \(survivors) ended before, \
      \(acknowledged) events acknowledged, \(lost) lost, \(retried) retried by their id, \
      \(imported) imports answered, \(seed)
      """)
    #expect(kills > rounds / 2)
    #expect(acknowledged > 5)
    #expect(retried > 0)
    #expect(imported > 0)
  }

  /// The upper limit of the time before a kill, in seconds: twice the duration of a command.
  private func lifetime() throws -> Double {
    let start = Date()
    for _ in 0..<3 {
      try Child(["start", "--also"], log: scratch("once.db"), input: .nothing, output: .nothing)
        .end()
    }
    return Date().timeIntervalSince(start) / 3 * 2
  }

  /// Removes the log; the next command creates it again.
  private mutating func removeLog(_ path: String) throws {
    answered = []
    for name in ScratchFolder.names(in: folder(of: path)) { unlink(folder(of: path) + "/" + name) }
    rmdir(folder(of: path))
  }

  private mutating func record(_ output: String, _ arguments: [String]) throws {
    guard arguments.contains("--json"), !["events", "watch"].contains(arguments[0]) else { return }
    for line in completeLines(contents(of: output)) {
      if let new = line.field("new_events") {
        answered += donated
        acknowledged += try #require(Int(new))
        imported += 1
      }
      guard line.field("kind") != nil, let id = line.field("id") else { continue }
      answered.append(id)
      acknowledged += 1
    }
  }

  private mutating func retry(_ arguments: [String], _ path: String) throws {
    guard let id = arguments.last else { return }
    let output = scratch("retry")
    unlink(output)
    let end = try Child(arguments, log: path, input: .nothing, output: .file(output)).end()
    // The log may have no session for a lap.
    guard end != .exit(66) else { return }
    #expect(end == .exit(0), "\(arguments), \(seed)")
    #expect(completeLines(contents(of: output)).first?.field("id") == id, "\(arguments), \(seed)")
    answered.append(id)
    retried += 1
  }

  /// Expects that the log can be appended to at once, and has all acknowledged events.
  private mutating func expectSound(_ path: String, isWhole: Bool) throws {
    let log = try Logbook(LogFile(path, busyTimeout: .zero), for: .appending)
    _ = try log.append(
      Request(
        id: EventID(at: Machine().instant.recordedAt, using: &seed), .start(.init(name: "Home")),
        of: .new(also: true), instant: Machine().instant, source: "test"))
    for id in answered where try !isThere(id, log) {
      Issue.record("\(id) is lost, \(seed)")
      lost += 1
    }
    let importedCount = try donated.count { try isThere($0, log) }
    #expect(
      [0, donated.count].contains(importedCount), "\(importedCount) events of an import, \(seed)")
    guard isWhole else { return }
    let report = try log.check()
    #expect(report.isSound, "\(seed): \(report.findings.first.map { "\($0)" } ?? "")")
  }

  private func isThere(_ id: String, _ log: Logbook) throws -> Bool {
    try #require(log.connection).cached("SELECT 1 FROM events WHERE id = ?")
      .bind(#require(EventID(id))).first { _ in true } ?? false
  }
}
