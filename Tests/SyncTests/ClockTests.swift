@testable import laptimer_sync
import HubTestSupport
import Foundation
import EventLog
import Logbook
import ProcessTestSupport
import Sync
import Testing
import Text
import Timing

/// Comparisons of a device's clock with that of the hub.
struct ClockTests {
  private func compared(
    _ ticks: Int, offset: Int = 0, doubt: Int = 1, reference: String = "hub", boot: String = "boot"
  ) -> ComparedClock {
    ComparedClock(
      reference: reference, clock: ClockIdentity(bootID: boot, device: "d"),
      ticks: .seconds(ticks), offset: .milliseconds(offset), doubt: .milliseconds(doubt))
  }

  @Test func `a comparison is appended once a minute if it is better, else after ten`() {
    let newest = compared(1000, doubt: 5)
    #expect(compared(1000).use(after: nil) == .append)
    #expect(compared(1059, doubt: 1).use(after: newest) == .skip)
    #expect(compared(1060, doubt: 4).use(after: newest) == .append)
    #expect(compared(1060, doubt: 5).use(after: newest) == .skip)
    #expect(compared(1600, doubt: 9).use(after: newest) == .append)
  }

  @Test func `a comparison contradicts another one beyond both doubts and 500 ppm`() {
    let newest = compared(1000, doubt: 5)
    // After 100 s, the clocks may have drifted apart by 50 ms.
    for sign in [1, -1] {
      #expect(compared(1100, offset: sign * 56).use(after: newest) == .append)
      #expect(
        compared(1100, offset: sign * 57).use(after: newest)
          == .contradicts(by: .milliseconds(1)))
    }
    #expect(
      compared(1001, offset: 3_600_000).use(after: newest) != .skip, "also within a minute")
    // Another start of the server, or of the device, is another clock.
    #expect(compared(1100, offset: 57, reference: "hub 2").use(after: newest) == .append)
    #expect(compared(1100, offset: 57, boot: "boot 2").use(after: newest) == .append)
  }

  @Test(.enabled(if: HubServer.isInstalled))
  func `a contradicting comparison is dropped and reported`() throws {
    let server = try HubServer()
    let (owner, device) = (try Device(), try Device())
    try owner.initialize(server)
    try device.join(server, "a", owner.invite("a"))
    try #require(try device("start", "Crit", "--race", "2 laps").exit == 0)
    try #require(try device("sync").exit == 0)

    // The newest comparison of the session is a minute old, and differs by an hour.
    let log = try Logbook(path: device.log, for: .appending)
    let stream = try #require(try log.localStreams().first)
    var (comparison, instant) = try #require(try log.newestComparison(of: 1))
    comparison.referenceReceived += .seconds(3600 - 61)
    comparison.referenceSent += .seconds(3600 - 61)
    comparison.sent -= .seconds(61)
    comparison.received -= .seconds(61)
    instant.ticks -= .seconds(61)
    instant.recordedAt = instant.recordedAt - .seconds(61)
    let id = try #require(EventID(UUID().uuidString.lowercased()))
    let part = log.part(of: stream, comparing: comparison, at: instant, id: id)
    try #require(try log.importStreams([part]).newEvents == 1)

    let answer = try device("sync")
    #expect(answer.exit == 0)
    #expect(answer.output == "Sent 1 event, received 0.\n")
    let note = answer.errors.firstMatch(
      of:
        /The clock of session 1 contradicts its last comparison with the hub by (\d+) ms; the new comparison is not used\./
    )
    let distance = Int(note?.1 ?? "") ?? 0
    #expect((3_500_000...3_600_000).contains(distance), "\(answer.errors)")
    #expect(
      try device("query", "SELECT count(*) FROM events WHERE kind = 'clocks_compared'").output
        .contains("2"))
    #expect(try device("check").exit == 0)

    let follower = try Child(
      ["sh", "-c", "exec laptimer sync --follow 2>&1"], environment: device.environment,
      folder: device.folder, input: .pipe)
    let transcript = Transcript(of: follower)
    // An answer for each entry, and the note with the first one.
    for bib in 1...4 {
      try #require(try device("enter", "\(bib)").exit == 0)
      try #require(transcript.waitForLines(bib + 1))
    }
    follower.send(SIGINT)
    #expect(try follower.end().code == 0)
    let texts = String(decoding: transcript.soFar, as: UTF8.self)
    #expect(texts.matches(of: /contradicts its last comparison/).count == 1, "\(texts)")
  }
}
