@testable import laptimer_sync
import HubTestSupport
import Foundation
import EventLog
import Logbook
import ProcessTestSupport
import Testing
import Text
import Timing

/// `sync status`, as the users of each device see it.
@Suite(.enabled(if: HubServer.isInstalled))
struct StatusTests {
  private let server: HubServer
  private let owner: Device
  private let finish: Device

  init() throws {
    server = try HubServer()
    owner = try Device()
    try owner.initialize(server)
    finish = try Device()
    try finish.join(server, "finish", owner.invite("finish"))
    try #require(try finish("start", "Crit", "--race", "2 laps").exit == 0)
    for bib in 1...3 { try #require(try finish("enter", "\(bib)").exit == 0) }
    try #require(try finish("sync").exit == 0)
  }

  @Test func `each device has its counts on both sides and its clock`() throws {
    let top = try Device()
    try top.join(server, "top", owner.invite("top"))
    let before = try top("sync", "status").output
    // The race is a start, three entries and a clock comparison.
    #expect(before.contains("finish: 1 session with 5 events at the hub, 0 here.\n"))
    #expect(before.contains("top (this device): 0 sessions with 0 events at the hub, 0 here.\n"))
    #expect(before.contains(": 0 events here, 5 at the hub. 'laptimer sync' exchanges them, "))
    #expect(!before.contains("Its clock"))
    try #require(try top("sync").exit == 0)
    try #require(try finish("enter", "4").exit == 0)

    let status = try finish("sync", "status").output
    #expect(
      status.contains(
        "finish (this device): 1 session with 5 events at the hub, 6 here.\n  Its clock was "))
    #expect(status.contains("Session 1: 6 events here, 5 at the hub. 'laptimer sync'"))
    let clock = try #require(
      status.firstMatch(
        of: /Its clock was ([0-9.]+) ms (behind|ahead of) the hub's, ±([0-9.]+) ms, at 20/))
    // Both are on this machine.
    #expect(try #require(Double(clock.1)) <= #require(Double(clock.3)) + 1)

    try #require(try finish("sync").exit == 0)
    try #require(try top("sync").exit == 0)
    for device in [finish, top] {
      let status = try device("sync", "status").output
      #expect(status.contains(": 1 session with 6 events at the hub, 6 here.\n  Its clock was "))
      #expect(status.hasSuffix("This log and the hub hold the same events.\n"))
    }
    #expect(
      try top("sync", "status", "--json").output.contains(
        #""device":"finish","sessions":1,"events":6,"events_here":6,"is_this":false,"is_revoked":false,"clock":{"ahead_ns":"#
      ))
  }

  @Test func `a divergence names the boots that recorded both events`() throws {
    let clone = try finish.cloned()
    try #require(try finish("enter", "4").exit == 0)
    try #require(try finish("sync").exit == 0)
    // The clone was started on another machine.
    let log = try Logbook(path: clone.log, for: .appending)
    let stream = try #require(try log.localStreams().first)
    var (comparison, instant) = try #require(try log.newestComparison(of: 1))
    instant.clock.bootID = "the-boot-of-the-clone"
    comparison.reference = "x"
    let id = try #require(EventID(UUID().uuidString.lowercased()))
    let part = log.part(of: stream, comparing: comparison, at: instant, id: id)
    try #require(try log.importStreams([part]).newEvents == 1)
    #expect(try clone("sync").exit == 65)

    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let status = try clone("sync", "status").output
    #expect(
      status.contains("Session 1 diverged from the hub at event 6: the hub has another event"))
    #expect(status.contains("'laptimer sync rescue 1'"))
    #expect(status.contains(/Event 6 here was recorded 20[^ ]* by boot the-boot-of-the-clone of/))
    #expect(status.contains(/Event 6 at the hub was recorded 20[^ ]* by boot/))
    #expect(status.contains("by boot \(boot) of "))
    #expect(!status.contains("hold the same events"))
    let json = try clone("sync", "status", "--json").output
    #expect(json.contains(#""state":"diverged""#))
    #expect(
      json.contains(
        #""version":6,"reason":"other_event","is_here":true,"boot_id":"the-boot-of-the-clone","hub_boot_id":"\#(boot)""#
      ))

    // The original learns of it, too, and nothing is left to do after the rescue.
    let other = try finish("sync", "status").output
    #expect(other.contains("finish, or a copy of it, has or had another session 1 than the hub"))
    #expect(other.contains("Event 6 at the hub was recorded "))
    #expect(!other.contains("the-boot-of-the-clone"))
    try #require(try clone("sync", "rescue", "1").exit == 0)
    #expect(try clone("sync", "status").output.contains("hold the same events"))

    // It may diverge again, at another event.
    try #require(try finish("sync").exit == 0)
    try #require(try finish("enter", "5").exit == 0)
    try #require(try finish("sync").exit == 0)
    try #require(try clone("enter", "6").exit == 0)
    #expect(try clone("sync").exit == 65)
    let again = try clone("sync", "status").output
    #expect(again.contains(/Session 1 diverged from the hub at event [789]: the hub has another/))
    #expect(!again.contains("'laptimer sync' exchanges them"))
  }

  @Test func `the owner of the hub, who has joined nothing, sees the devices and what diverged`()
    throws
  {
    _ = try owner.invite("top")
    try #require(try owner("sync", "revoke", "top").exit == 0)
    // Sessions of the owner's own log have nothing to do with the hub.
    try #require(try owner("start", "Mine", "--race", "2 laps").exit == 0)
    let status = try owner("sync", "status")
    #expect(status.errors == "")
    #expect(
      status.output == """
        finish: 1 session with 5 events at the hub.
        top (revoked): 0 sessions with 0 events at the hub.
        'laptimer sync revoke DEVICE' ends the access of a device.

        """)
    let clone = try finish.cloned()
    try #require(try finish("enter", "4").exit == 0)
    try #require(try finish("sync").exit == 0)
    try #require(try clone("enter", "5").exit == 0)
    #expect(try clone("sync").exit == 65)
    let later = try owner("sync", "status").output
    #expect(
      later.contains(/finish, or a copy of it, has or had another session [0-9a-f-]{36} than/))
    #expect(later.contains("Event 6 at the hub was recorded "))
    let json = try owner("sync", "status", "--json").output
    #expect(
      json.contains(
        #""device":"finish","sessions":1,"events":6,"events_here":null,"is_this":false,"is_revoked":false"#
      ))
    #expect(json.contains(#""events":null,"hub_events":6,"writer":"finish","state":null}"#))
  }

  @Test func `a device is not the owner of its hub, and an unreadable address is an error`() throws
  {
    for words in [["invite", "x"], ["revoke", "finish"]] {
      let refused = try finish.run(["sync"] + words)
      #expect(refused.exit == 1)
      #expect(refused.errors.contains("This log has not made a hub: 'laptimer sync init URL'"))
    }
    try FileManager.default.createDirectory(
      atPath: finish.log + ".owner.hub", withIntermediateDirectories: false)
    let unreadable = try finish("sync", "invite", "x")
    #expect(unreadable.exit == 74)
    #expect(unreadable.errors.contains("laptimer.db.owner.hub': Is a directory"))
  }

  /// Restores the hub as from a copy that lacks the newest two events.
  private func restoreHub() throws {
    _ = try server.psql(
      "DELETE FROM laptimer.events WHERE version > 3",
      "UPDATE laptimer.streams SET version = 3", "UPDATE laptimer.groups SET position = 3")
  }

  @Test func `another device returns the events of a revoked one to a restored hub`() throws {
    let top = try Device()
    try top.join(server, "top", owner.invite("top"))
    try #require(try top("sync").exit == 0)
    try restoreHub()
    let refused = try top("sync", "take", "1").errors
    #expect(refused.contains("with 'laptimer sync revoke finish'."), "\(refused)")
    try #require(try owner("sync", "revoke", "finish").exit == 0)
    let taken = try top("sync", "take", "1")
    #expect(taken.output == "Session 1 is written here now.\n", "\(taken.errors)")
    let returned = "SELECT count(*) FROM laptimer.events WHERE version <= 5"
    #expect(try server.psql(returned).output == "5")
    #expect(try top("sync", "status").output.contains("hold the same events"))
    try #require(try top("enter", "9").exit == 0)
    #expect(try top("sync").output.hasPrefix("Sent 1 event"))
  }

  @Test func `a session of which the hub has other events is not taken`() throws {
    let top = try Device()
    try top.join(server, "top", owner.invite("top"))
    try #require(try top("sync").exit == 0)
    try restoreHub()
    _ = try server.psql(
      "UPDATE laptimer.events SET digest = decode(repeat('00', 32), 'hex') WHERE version = 3")
    try #require(try owner("sync", "revoke", "finish").exit == 0)
    let refused = try top("sync", "take", "1")
    #expect(refused.exit == 1 && refused.errors.contains("has other events of session 1 than"))
    #expect(try server.psql("SELECT writer FROM laptimer.streams").output == "laptimer_finish")
  }

  @Test func `a device that the hub does not know is refused without events to send`() throws {
    let top = try Device()
    try top.join(server, "top", owner.invite("top"))
    try #require(try top("sync").exit == 0)
    _ = try server.psql("DELETE FROM laptimer.devices WHERE device = 'laptimer_top'")
    for words in [["sync"], ["sync", "--follow"], ["sync", "status"]] {
      #expect(try top.run(words).exit == 77, "\(words)")
    }
  }

  @Test func `a restored hub, a barred and a damaged session are explained`() throws {
    let top = try Device()
    try top.join(server, "top", owner.invite("top"))
    try #require(try top("sync").exit == 0)
    try restoreHub()
    #expect(
      try top("sync", "status").output.contains(
        "The hub has only 3 events of session 1: it was restored from an old copy."))
    #expect(
      try finish("sync", "status").output.contains("Session 1: 5 events here, 3 at the hub."))
    try #require(try finish("sync").exit == 0)
    #expect(try top("sync", "status").output.contains("hold the same events"))
    try #require(try finish("enter", "9").exit == 0)
    try #require(try finish("sync").exit == 0)
    _ = try server.psql("SELECT laptimer.bar(group_id, stream, 'spam') FROM laptimer.streams")
    #expect(
      try top("sync", "status").output.contains(
        "The owner of the hub has barred session 1: 'spam'."))
    #expect(try Device()("sync", "status").errors.contains("sync join URL"))
  }
}
