import EventLog
import Logbook
import Timing
import TimingTestSupport
import Text

/// Proves a log sound: that it opens, holds what it must, agrees with itself, and goes on.
struct Proof {
  /// The ids of the events that may be there, in order.
  var asked: [EventID]

  /// How many of them must be there.
  var promised: Int

  /// Whether somebody only reads it before anybody appends to it.
  var readsFirst = false

  /// How many of them were there, after a proof.
  private(set) var found = 0

  init(asked: [EventID], promised: Int, readsFirst: Bool = false) {
    self.asked = asked
    self.promised = promised
    self.readsFirst = readsFirst
  }

  /// Looks at the log at a path, and appends to it in the end.
  ///
  /// - Returns: what is wrong; nil if nothing is.
  mutating func flaw(_ path: String) -> Flaw? {
    do {
      return try examine(LogFile(path, busyTimeout: .zero))
    } catch {
      return .refused("\(error)")
    }
  }

  private mutating func examine(_ file: LogFile) throws -> Flaw? {
    let read =
      readsFirst ? try Logbook(file, for: .reading).events(after: 0, limit: .max) : nil
    let log = try Logbook(file, for: .appending)
    let events = try log.events(after: 0, limit: .max)
    if let read, read != events {
      return .invalid("who reads finds \(read.count) events, who appends \(events.count)")
    }
    found = events.count
    for (index, logged) in events.enumerated() {
      guard logged.position == index + 1, index < asked.count, logged.event.id == asked[index]
      else { return .foreign(position: logged.position) }
    }
    if found < promised { return .lost(promised - found) }
    let report = try log.check()
    guard report.isSound, report.events == found else {
      return .invalid(report.findings.first.map { "\($0)" } ?? "\(report.events) of \(found)")
    }
    return try append(to: log)
  }

  /// The timer works again: a start beside all else is answered, and in its place.
  private func append(to log: Logbook) throws -> Flaw? {
    let id = EventID(high: 0x0192_0000_0000_7000, low: .max)
    let receipt = try log.append(
      Request(
        id: id, .start(.init(name: "after")), of: .new(also: true), instant: Machine().instant,
        source: "test"))
    guard receipt.position == found + 1 else {
      return .invalid("after \(found) events the next was \(receipt.position)")
    }
    return nil
  }
}
