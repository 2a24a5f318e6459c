@testable import laptimer_sync
import EventLog
import Foundation
import HubTestSupport
import Logbook
import ProcessTestSupport
import SQLite
import Testing
import Text

/// Sessions that went different ways on two copies of a device.
extension TwoDevicesTests {
  /// Makes a copy of a device whose race went another way than that at the hub.
  private func divergedCopy() throws -> Device {
    let device = try device("finish")
    try #require(try device("start", "Crit", "--race", "9 laps").exit == 0)
    _ = try sync(device)
    let clone = try device.cloned()
    try #require(try device("enter", "1").exit == 0)
    _ = try sync(device)
    try #require(try clone("enter", "2").exit == 0)
    return clone
  }

  @Test func `a copied log diverges, and its events are rescued`() throws {
    let device = try device("finish")
    try #require(try device("start", "Crit", "--race", "2 laps").exit == 0)
    for bib in 1...2 { try device("enter", "\(bib)") }
    _ = try sync(device)
    let clone = try device.cloned()
    for bib in ["1", "2"] { try #require(try device("cross", bib).exit == 0) }
    for bib in ["2", "1", "2"] { try #require(try clone("cross", bib).exit == 0) }
    try #require(try clone("undo").exit == 0)
    try #require(try clone("enter", "3").exit == 0)
    _ = try sync(device)
    let refused = try clone("sync")
    #expect(refused.exit == 65)
    #expect(refused.errors.contains("Session 1 diverged from the hub at event "))
    #expect(
      try device("sync", "status").output.contains(
        "finish, or a copy of it, has or had another session 1 than the hub"))
    let rescued = try clone("sync", "rescue", "Crit")
    #expect(rescued.exit == 0, "\(rescued.errors)")
    #expect(rescued.output.hasPrefix("Rescued 4 events as session 2.\nEnter again: entered {"))
    #expect(try clone("check").exit == 0)
    // The comparison of clocks that laid its times is in both sessions.
    let compared = """
      SELECT group_concat(session) AS n FROM (SELECT session, data FROM events \
      WHERE kind = 'clocks_compared' ORDER BY position) GROUP BY data
      """
    #expect(try clone("query", compared, "--json").output.contains(#""1,2""#))
    _ = try sync(device)
    try #require(try device("stop").exit == 0)
    _ = try sync(device)
    _ = try sync(clone)
    #expect(try device.standings(of: "Crit") == clone.standings(of: "Crit"))
    // Two crossings of the device, two of the clone that stand.
    let crossings = "SELECT count(*) AS n FROM events WHERE kind = 'crossed'"
    #expect(try clone("query", crossings, "--json").output == "[{\"n\":5}]\n")
    #expect(try sync(clone) == "Sent 0 events, received 0.\n")
    // The copy goes on recording in the session that it shares with the hub.
    #expect(try clone("resume", "--session", "1").exit == 0)
    #expect(try clone("cross", "1", "--session", "1").exit == 0)
    #expect(try sync(clone) == "Sent 2 events, received 0.\n")
  }

  @Test func `events that another copy has rescued are not rescued again`() throws {
    let device = try device("finish")
    try #require(try device("start", "Crit", "--race", "9 laps").exit == 0)
    for bib in 1...3 { try device("enter", "\(bib)") }
    _ = try sync(device)
    let first = try device.cloned()
    try #require(try device("cross", "1").exit == 0)
    _ = try sync(device)
    // Both copies have the crossing of 2, and then their own ones.
    try #require(try first("cross", "2").exit == 0)
    let second = try first.cloned()
    try #require(try first("cross", "3").exit == 0)
    try #require(try second("cross", "1").exit == 0)
    for (copy, count) in [(first, 2), (second, 1)] {
      #expect(try copy("sync").exit == 65)
      let rescued = try copy("sync", "rescue", "Crit")
      #expect(rescued.exit == 0, "\(rescued.errors)")
      #expect(rescued.output.hasPrefix("Rescued \(count) event"))
      #expect(try copy("check").exit == 0)
    }
    // The running time of a stopped race is that of its end.
    try #require(try device("stop").exit == 0)
    for _ in 0..<2 { for log in [device, first, second] { _ = try sync(log) } }
    for log in [device, first, second] {
      #expect(try log.exported().sorted() == device.exported().sorted())
      let crossings = "SELECT count(*) AS n FROM events WHERE kind = 'crossed'"
      #expect(try log("query", crossings, "--json").output == "[{\"n\":4}]\n")
    }
    #expect(try device.standings(of: "Crit") == second.standings(of: "Crit"))
  }

  @Test func `copies of a session of no race are rescued once each, and double no event`() throws {
    let device = try device("finish")
    try #require(try device("start", "Training").exit == 0)
    try #require(try device("lap").exit == 0)
    _ = try sync(device, "--all")
    let first = try device.cloned()
    try #require(try device("lap").exit == 0)
    _ = try sync(device, "--all")
    // Of four copies, one continues what another one has, and two go other ways.
    try #require(try first("lap").exit == 0)
    let (second, third) = (try first.cloned(), try first.cloned())
    try #require(try second("lap").exit == 0)
    try #require(try third("lap").exit == 0)
    let fourth = try third.cloned()
    for (copy, answer) in [
      (first, "Rescued 3 events as session 2."), (second, "Rescued 1 event as session 2."),
      (third, "Rescued 4 events as session 3."),
      (fourth, "No event was moved to a session of its own."),
    ] {
      #expect(try copy("sync", "--all").exit == 65)
      let rescued = try copy("sync", "rescue", "1")
      #expect(rescued.exit == 0, "\(rescued.errors)")
      #expect(rescued.output.hasPrefix(answer), "\(rescued.output)")
      #expect(try copy("check").exit == 0)
      _ = try sync(copy, "--all")
      #expect(!ScratchFolder.names(in: copy.folder).contains { $0.contains(".rescued.") })
    }
    for log in [device, first, second, third, fourth] {
      _ = try sync(log, "--all")
      #expect(try log.exported().sorted() == device.exported().sorted())
      let counts = "SELECT group_concat(n) FROM (SELECT count(*) n FROM events GROUP BY session)"
      #expect(try log("query", counts, "--json").output.contains(#""3,4,4""#))
    }
  }

  @Test(.enabled(if: Effort.measuresMemory))
  func `a rescue holds a part of a large log in memory`() throws {
    let clone = try divergedCopy()
    try #require(try clone("start", "Large", "--also").exit == 0)
    // 80 MB of events of a later version.
    let log = try Logbook(path: clone.log, for: .appending)
    let stream = try log.localStream(named: "Large")
    let text = String(repeating: "x", count: 1_000_000)
    var event = try #require(try clone.exported().last.flatMap { ExportedEvent(exportedLine: $0) })
    (event.record.kind, event.record.data) = ("x", #"{"text":"\#(text)"}"#)
    for number in 1...80 {
      event.record.id = stream.uid.inBatch(number: 1 + number)
      let signed = ExportedEvent(signing: event.record, uid: stream.uid, clock: event.clock)
      let part = StreamPart(
        stream: stream.uid, after: number, lines: [signed.exportedLine], isForeign: false)
      try #require(try log.importStreams([part]).newEvents == 1)
    }
    let child = try clone.start(["sync", "rescue", "Crit"])
    child.closeInput()
    // It reads the 80 MB several times.
    let peak = try child.peakMemoryToEnd(within: 3 * Child.timeout)
    #expect(child.textsToEnd().errors == "")
    #expect(peak < 150 << 10, "\(peak) KiB")
    #expect(
      try clone("query", "SELECT count(*) AS n FROM events WHERE kind = 'x'", "--json")
        .output == "[{\"n\":80}]\n")
  }

  @Test func `undo takes back the newest event that was rescued`() throws {
    let clone = try divergedCopy()
    try #require(try clone("cross", "9").exit == 0)
    try #require(try clone("sync", "rescue", "Crit").exit == 0)
    let undone = try clone("undo")
    #expect(undone.output.contains("Session 2"), "\(undone)")
    #expect(undone.output.contains("crossing of 9"), "\(undone)")
  }

  @Test func `a rescue lists what to enter again, even if the hub fails afterwards`() throws {
    let clone = try divergedCopy()
    try #require(try clone("cross", "9").exit == 0)
    let query = "SELECT '@' || version AS n FROM events WHERE kind = 'crossed'"
    let answer = try clone("query", query, "--json").output
    let crossing = try #require(answer.firstMatch(of: /@[0-9]+/)?.output)
    try #require(try clone("assign", String(crossing), "2").exit == 0)
    // The hub fails as the session with the rescued events arrives.
    try failNewStreams(as: "57P01")
    let rescued = try clone("sync", "rescue", "Crit")
    #expect(rescued.exit == 75)
    #expect(rescued.errors.contains("The hub cannot be reached"))
    #expect(rescued.output.hasPrefix("Rescued 1 event as session 2.\nEnter again: entered {"))
    #expect(rescued.output.contains("\nKept the replaced files: "))
    // The crossing has another id now.
    let line = try #require(try clone.exported().last { $0.contains(#""kind":"crossed""#) })
    let id = line.dropFirst(7).prefix(36)
    #expect(rescued.output.contains(#"Enter again: assigned {"target":"\#(id)","#))
    _ = try server.psql("DROP TRIGGER fail ON laptimer.streams")
    #expect(try clone("sync", "rescue", "Crit").exit == 1)
    let sent = "SELECT count(*) FROM laptimer.events WHERE line LIKE '%\(id)%'"
    #expect(try server.psql(sent).output == "1")
  }

  @Test func `a rescue that fails leaves the log and no other file`() throws {
    let clone = try divergedCopy()
    try #require(try clone("start", "Training", "--also").exit == 0)
    let connection = try #require(try Logbook(path: clone.log, for: .appending).connection)
    try connection.execute("DROP TRIGGER events_are_not_changed")
    try connection.execute("UPDATE events SET source = 'other' WHERE session = 2")
    let ids = "SELECT hex(id) FROM events"
    let before = (try clone("query", ids).output, Set(ScratchFolder.names(in: clone.folder)))
    let failed = try clone("sync", "rescue", "Crit")
    #expect(failed.exit == 65, "\(failed.errors)")
    #expect(Set(ScratchFolder.names(in: clone.folder)).subtracting(before.1) == [])
    #expect(try clone("query", ids).output == before.0)
  }
}
