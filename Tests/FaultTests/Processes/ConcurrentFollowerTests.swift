import Glibc
import ProcessTestSupport
import Testing
import Text
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Eight writers, two followers and one reader of SQL on one log at the same time.
struct ConcurrentFollowerTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder.inMemory() }

  var path: String { scratch("laptimer.db") }

  /// Records laps one after the other, in one long-lived process or in a process for each lap.
  private struct Writer {
    let path: String
    let isLongLived: Bool
    var child: Child
    var text: [UInt8] = []
    var left: Int
    /// The time of the pending command, and the newest position acknowledged before it.
    var since: UInt64 = 0
    var newest = 0

    mutating func send(after newest: Int) throws {
      self.newest = newest
      left -= 1
      since = monotonicNanoseconds()
      if isLongLived {
        try child.write("lap --session Home\n")
      } else {
        child = try Child(["lap", "--session", "Home", "--json"], log: path, input: .nothing)
      }
    }

    init(_ path: String, isLongLived: Bool, left: Int) throws {
      (self.path, self.isLongLived, self.left) = (path, isLongLived, left)
      child = try Child(isLongLived ? ["record", "--json"] : ["status"], log: path)
    }
  }

  @Test func `each event is stored once, in real-time order, and seen by all followers`() throws {
    let laps = Effort.times(90, long: 2_000)
    try Child(["start", "Home"], log: path, input: .nothing, output: .nothing).end()
    let followers = try (0..<2).map { _ in
      try Child(["events", "--follow", "--json"], log: path, input: .nothing)
    }
    let seen = followers.map { Transcript(of: $0) }
    var writers = try (0..<8).map { try Writer(path, isLongLived: $0 % 2 == 0, left: laps) }
    var newest = 1
    var ids: [Int: String] = [:]
    var longest: UInt64 = 0
    var longestLog = 0
    var reader = try QueryLoop(path)
    for index in writers.indices { try writers[index].send(after: newest) }
    while !writers.allSatisfy({ $0.since == 0 }) {
      var polled = writers.map { writer in
        let file = writer.since == 0 ? -1 : writer.child.descriptors.output
        return pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      }
      polled.append(pollfd(fd: reader.child.endDescriptor, events: Int16(POLLIN), revents: 0))
      try #require(poll(&polled, UInt(polled.count), 20_000) > 0, "no answer for twenty seconds")
      for index in writers.indices where polled[index].revents != 0 {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(writers[index].child.descriptors.output, &chunk, chunk.count)
        try #require(count > 0)
        writers[index].text += chunk.prefix(count)
        guard writers[index].text.last == UInt8(ascii: "\n") else { continue }
        let line = try #require(completeLines(writers[index].text).last)
        longest = max(longest, monotonicNanoseconds() - writers[index].since)
        let position = try #require(line.field("position").flatMap { Int($0) }, "\(line)")
        // A command sent after the answer to another one follows it in the log.
        #expect(position > writers[index].newest)
        #expect(ids.updateValue(line.field("id") ?? "", forKey: position) == nil)
        newest = max(newest, position)
        writers[index].text = []
        writers[index].since = 0
        if writers[index].left > 0 { try writers[index].send(after: newest) }
      }
      longestLog = max(longestLog, FileStatus(path + "-wal")?.size ?? 0)
      if polled[8].revents != 0 { try reader.runNext() }
    }
    try reader.runNext()
    let lost = try expectAll(ids, count: 8 * laps)
    for (follower, transcript) in zip(followers, seen) {
      try expectSeen(follower, transcript, count: 8 * laps + 1)
    }
    let unchecked = try lengthWithoutCheckpoints(8 * laps)
    print(
      """
      concurrency: 8 writers, 2 followers, 1 reader with \(reader.answers) answers, \(ids.count) \
      events acknowledged, \(lost) lost, longest wait \(longest / 1_000_000) ms, longest \
      write-ahead log \(longestLog / 1024) KiB (\(unchecked / 1024) KiB without checkpoints)
      """)
    #expect(longest < 5_000_000_000)
    // A reset needs a commit without readers, and the reader of SQL is nearly always active.
    #expect(longestLog < min(unchecked / 10 * 9, 5 * Checkpointer.pagesInLongLife * 4120))
    #expect(reader.answers > 5)
  }

  /// Returns the number of acknowledged events that are lost.
  private func expectAll(_ ids: [Int: String], count: Int) throws -> Int {
    let log = try Logbook(LogFile(path), for: .reading)
    let events = try log.events(after: 1, limit: .max)
    #expect(events.count == count)
    #expect(ids.count == count)
    for event in events { #expect(ids[event.position] == event.event.id.description) }
    #expect(try log.check().isSound)
    return Set(ids.values).subtracting(events.map(\.event.id.description)).count
  }

  private func expectSeen(_ follower: Child, _ seen: Transcript, count: Int) throws {
    // The followers print the last event soon; the delay is not tested.
    #expect(seen.waitForLines(count))
    follower.send(SIGTERM)
    try follower.end()
    // Reads to the end, which reveals additional lines.
    let lines = completeLines(try #require(seen.waitForEnd()))
    #expect(lines.compactMap { $0.field("position") } == (1...count).map { "\($0)" })
  }

  /// The length of the write-ahead file in bytes after a number of laps without checkpoints.
  private func lengthWithoutCheckpoints(_ laps: Int) throws -> Int {
    let file = LogFile(scratch("unchecked.db"))
    var runner = Runner()
    let log = try Logbook(file, for: .appending)
    try runner.perform(.start(.init(name: "Home")), of: .new(also: false), on: log)
    let reader = try #require(try Logbook(file, for: .reading).connection)
    try reader.transaction(.deferred) {
      _ = try reader.number(ofPragma: "schema_version")
      for _ in 0..<min(laps, 1_000) { try runner.perform(.lap(label: nil), on: log) }
    }
    return FileStatus(file.path + "-wal")?.size ?? 0
  }
}

/// Runs a query again and again, and expects that the number of events never decreases.
private struct QueryLoop {
  let path: String
  var child: Child
  var answers = 0
  var newest = 0

  init(_ path: String) throws {
    self.path = path
    child = try Self.begin(path)
  }

  private static func begin(_ path: String) throws -> Child {
    try Child(
      ["query", "--format", "csv", "SELECT count(*), sum(length(data)) FROM events, clocks"],
      log: path, input: .nothing)
  }

  mutating func runNext() throws {
    #expect(try child.end() == .exit(0))
    let row = completeLines(child.outputToEnd()).last ?? ""
    let count = try #require(Int(row.prefix { $0 != "," }), "\(row)")
    #expect(count >= newest)
    newest = count
    answers += 1
    child = try Self.begin(path)
  }
}
