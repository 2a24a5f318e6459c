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

/// Processes that end between any two instructions.
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
    donated = runner.asked.map(\.description)
    let file = open(export, O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    try donor.export { write(file, $0, $0.count) }
    let lines = scratch("lines")
    let input = open(lines, O_WRONLY | O_CREAT, 0o600)
    defer { close(input) }
    let text = Array(
      String(repeating: "lap bend --session Home\nmark pit --session Home\n", count: 40).utf8)
    write(input, text, text.count)
  }

  /// The victims, and how many lines of theirs are events.
  static let victims: [[String]] = [
    ["lap", "--session", "Home", "--json"], ["record", "--json"], ["import", "FILE", "--json"],
    ["rebuild"], ["watch", "Home", "--json"], ["events", "--follow", "--json"],
    ["start", "Home", "--also", "--json"],
    ["lap", "again", "--session", "Home", "--json", "--id", "ID"],
    ["start", "Home", "--also", "--json", "--id", "ID"],
  ]

  @Test mutating func `acknowledged events survive kills at any time`()
    throws
  {
    let path = scratch("log/laptimer.db")
    let lifetime = try lifetime()
    var kills = 0
    var survivors = 0
    let rounds = Effort.times(60, long: 2_500)
    for round in 0..<rounds {
      if round % 20 == 0 { try beginAnew(path) }
      // Two or three at a time, each at its own moment.
      var victims: [(child: Child, output: String, words: [String])] = []
      for _ in 0..<3 {
        let id = EventID(at: Machine().instant.recordedAt, using: &seed).description
        let words = (Self.victims.randomElement(using: &seed) ?? []).map {
          $0 == "FILE" ? export : $0 == "ID" ? id : $0
        }
        let output = scratch("output-\(victims.count)")
        unlink(output)
        let child = try Child(
          words, log: path, input: .file(scratch("lines")), output: .file(output))
        victims.append((child, output, words))
      }
      for victim in victims {
        let moment = Date(timeIntervalSinceNow: .random(in: 0...lifetime, using: &seed))
        _ = victim.child.wait(until: moment)
        victim.child.send(SIGKILL)
        if try victim.child.end() == .signal(SIGKILL) { kills += 1 } else { survivors += 1 }
        try note(victim.output, victim.words)
        if victim.words.contains("--id") { try retry(victim.words, path) }
      }
      try expectSound(path, isWhole: round % 20 == 19 || round == rounds - 1)
    }
    print(
      """
      kill -9: \(kills) kills survived, \(survivors) came to their end before, \
      \(acknowledged) events acknowledged, \(lost) lost, \(retried) retried by their id, \
      \(imported) imports answered, \(seed)
      """)
    #expect(kills > rounds / 2)
    #expect(acknowledged > 5)
    #expect(retried > 0)
    #expect(imported > 0)
  }

  /// The longest that a victim is left alone, in seconds: twice what a command takes here.
  private func lifetime() throws -> Double {
    let start = Date()
    for _ in 0..<3 {
      try Child(
        ["start", "--also"], log: scratch("once.db"), input: .nothing, output: .nothing
      )
      .end()
    }
    return Date().timeIntervalSince(start) / 3 * 2
  }

  /// A new log, which the victims make themselves at times.
  private mutating func beginAnew(_ path: String) throws {
    answered = []
    for name in ScratchFolder.names(in: folder(of: path)) { unlink(folder(of: path) + "/" + name) }
    rmdir(folder(of: path))
  }

  private mutating func note(_ output: String, _ words: [String]) throws {
    guard words.contains("--json"), !["events", "watch"].contains(words[0]) else { return }
    for line in wholeLines(contents(of: output)) {
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

  /// Nobody knows whether it was saved before it was killed: to say it again settles it.
  private mutating func retry(_ words: [String], _ path: String) throws {
    guard let id = words.last else { return }
    let output = scratch("retry")
    unlink(output)
    let end = try Child(words, log: path, input: .nothing, output: .file(output)).end()
    // There may be no session yet to take a lap of.
    guard end != .exit(66) else { return }
    #expect(end == .exit(0), "\(words), \(seed)")
    #expect(wholeLines(contents(of: output)).first?.field("id") == id, "\(words), \(seed)")
    answered.append(id)
    retried += 1
  }

  /// Whatever was killed, the log opens and takes an event at once, and has what was answered.
  private mutating func expectSound(_ path: String, isWhole: Bool) throws {
    let log = try Logbook(LogFile(path, busyTimeout: .zero), for: .appending)
    _ = try log.append(
      Request(
        id: EventID(at: Machine().instant.recordedAt, using: &seed),
        .start(.init(name: "Home")), of: .new(also: true), instant: Machine().instant,
        source: "test"))
    for id in answered where try !isThere(id, log) {
      Issue.record("\(id) is lost, \(seed)")
      lost += 1
    }
    let taken = try donated.count { try isThere($0, log) }
    #expect(taken == 0 || taken == donated.count, "\(taken) of an import, \(seed)")
    guard isWhole else { return }
    let report = try log.check()
    #expect(report.isSound, "\(seed): \(report.findings.first.map { "\($0)" } ?? "")")
  }

  private func isThere(_ id: String, _ log: Logbook) throws -> Bool {
    try #require(log.connection).cached("SELECT 1 FROM events WHERE id = ?")
      .bind(#require(EventID(id))).first { _ in true } ?? false
  }
}
