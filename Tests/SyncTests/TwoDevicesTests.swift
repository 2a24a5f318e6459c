@testable import laptimer_sync
import Foundation
import HubTestSupport
import EventLog
import Host
import Logbook
import ProcessTestSupport
import SQLite
import Testing
import Text
import Timing

/// Devices that exchange events through a real server, as separate processes.
///
/// The tests are serialized, so that each is short: a device compares its clock again after a minute,
/// and then sends an event more.
@Suite(.enabled(if: HubServer.isInstalled), .serialized)
struct TwoDevicesTests {
  let server: HubServer
  private let owner: Device

  init() throws {
    server = try HubServer()
    owner = try Device()
    try owner.initialize(server)
  }

  /// Makes a device that has joined.
  func device(_ name: String) throws -> Device {
    let device = try Device()
    try device.join(server, name, owner.invite(name))
    return device
  }

  func sync(_ device: Device, _ words: String...) throws -> String {
    let child = try device.start(["sync"] + words)
    child.closeInput()
    let texts = child.textsToEnd()
    let exit = try child.end().code
    try #require(exit == 0, "\(texts.errors)")
    return texts.output
  }

  /// Returns the exchange of a device with a race by a clock that stands since the newest comparison of
  /// the race's clock; with a boot, by the clock of another one.
  private func exchange(of device: Device, boot: UUID? = nil) throws -> Synchronizer {
    let log = try Logbook(LogFile(device.log), for: .appending)
    var instant = try #require(try log.newestComparison(of: 1)).instant
    if let boot { instant.clock.bootID = boot.uuidString.lowercased() }
    var world = World.live
    world.instant = { [instant] in instant }
    world.keepDevice = {}
    let hub = Hub(server: try Server(Address(device.url), password: device.password))
    let progress = ProgressLine(world, isWanted: false)
    return Synchronizer(hub, log, world, only: nil, all: false, progress: progress)
  }

  @Test func `two points of a race show the same standings on every device`() throws {
    let (finish, top) = (try device("finish"), try device("top"))
    try #require(try finish("start", "Crit", "--race", "2 laps").exit == 0)
    for bib in 1...3 { try finish("enter", "\(bib)", "Runner \(bib)") }
    #expect(try sync(finish) == "Sent 5 events, received 0.\n")
    #expect(try sync(top) == "Sent 0 events, received 5.\n")
    // The newest event is a clock comparison, which undo and redo pass over.
    #expect(
      try finish("query", "SELECT kind FROM events ORDER BY position DESC LIMIT 1").output
        .contains("clocks_compared"))
    #expect(try finish("undo").output.contains("entry of 3"))
    #expect(try finish("redo").output.contains("entry of 3"))
    try #require(try top("start", "--join", "Crit", "--point", "top").exit == 0)
    for bib in ["2", "1", "3"] { try #require(try top("cross", bib).exit == 0) }
    for bib in ["1", "2", "3", "2"] { try #require(try finish("cross", bib).exit == 0) }
    // The running time is that of the last event, not of now.
    try #require(try finish("stop").exit == 0)
    _ = try sync(top)
    _ = try sync(finish)
    _ = try sync(top)
    #expect(try finish.standings(of: "Crit") == top.standings(of: "Crit"))
    #expect(try sync(top) == "Sent 0 events, received 0.\n")
    #expect(try finish("check").exit == 0)
    #expect(try top("check").exit == 0)
    let refused = try top("enter", "9")
    #expect(refused.exit == 1)
    #expect(refused.errors.contains("device"))
  }

  /// Makes the hub fail with an error whenever a session arrives.
  func failNewStreams(as state: String) throws {
    let broken = try server.psql(
      """
      CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS \
      $$ BEGIN RAISE SQLSTATE '\(state)'; END $$
      """,
      """
      CREATE TRIGGER fail BEFORE INSERT ON laptimer.streams \
      FOR EACH ROW EXECUTE FUNCTION public.fail()
      """)
    try #require(broken.exit == 0, "\(broken.output)")
  }

  @Test(arguments: ["XX000", "40001", "53100"])
  func `an error of the server itself may be repaired by another try`(_ state: String) throws {
    let device = try device("finish")
    try #require(try device("start", "Crit", "--race", "2 laps").exit == 0)
    try failNewStreams(as: state)
    #expect(try device("sync").exit == 75)
    _ = try server.psql("DROP TRIGGER fail ON laptimer.streams")
    _ = try sync(device)
    #expect(try server.psql("SELECT count(*) FROM laptimer.streams").output == "1")
  }

  @Test func `a copy that only receives events compares no clock in the session of the other`()
    throws
  {
    let device = try device("finish")
    try #require(try device("start", "Crit", "--race", "9 laps").exit == 0)
    _ = try sync(device)
    let copy = try device.cloned()
    try #require(try device("enter", "1").exit == 0)
    _ = try sync(device)
    let report = try exchange(of: copy, boot: UUID()).run()
    #expect(report.sent == 0)
    #expect(try copy.exported() == device.exported())
    try #require(try device("enter", "2").exit == 0)
    #expect(try sync(device) == "Sent 1 event, received 0.\n")
  }

  @Test func `events that another process receives are not taken for those of a restored hub`()
    throws
  {
    let (finish, top) = (try device("finish"), try device("top"))
    try #require(try finish("start", "Crit", "--race", "9 laps").exit == 0)
    _ = try sync(finish)
    _ = try sync(top)
    let following = try exchange(of: top)
    #expect(try following.run().outcomes.isEmpty)
    try #require(try finish("enter", "1").exit == 0)
    _ = try sync(finish)
    _ = try sync(top)
    #expect(try following.run(askingHub: false).outcomes.isEmpty)
  }

  @Test func `a device that was restored from an old copy gets its own events back`() throws {
    let device = try device("finish")
    try #require(try device("start", "Crit", "--race", "2 laps").exit == 0)
    let old = try device.cloned()
    try #require(try device("enter", "1").exit == 0)
    _ = try sync(device)
    #expect(try sync(old) == "Sent 0 events, received 2.\n")
    #expect(try old("enter", "2").exit == 0)
    #expect(try sync(old) == "Sent 1 event, received 0.\n")
    #expect(try sync(device) == "Sent 0 events, received 1.\n")
    #expect(try device.exported() == old.exported())
    // More than one answer of the hub holds: a comparison of clocks in between would diverge.
    let older = try device.cloned()
    // Bib 3 is not entered: each crossing of an entered runner judges all of that runner's.
    let crossings = String(repeating: "cross 3\n", count: 4500)
    try #require(try device("record", input: crossings).exit == 0)
    _ = try sync(device)
    let report = try exchange(of: older).run()
    #expect(report.sent == 0 && report.received / 10 == 450)
    #expect(try device.exported() == older.exported())
  }

  @Test func `a device that follows receives events as they are recorded`() throws {
    let (finish, screen) = (try device("finish"), try device("screen"))
    try #require(try finish("start", "Crit", "--race", "2 laps").exit == 0)
    let sender = try finish.start(["sync", "--follow", "--json"])
    let receiver = try screen.start(["sync", "--follow", "--json"])
    let events = try screen.start(["events", "--follow"])
    let transcript = Transcript(of: events)
    try #require(transcript.waitForLines(1))
    for bib in 1...3 { try #require(try finish("enter", "\(bib)").exit == 0) }
    try #require(transcript.waitForLines(4))
    // Undo takes the press back, and not a clock comparison.
    #expect(try finish("undo").output.contains("3"))
    #expect(try finish("redo").exit == 0)
    for child in [sender, receiver, events] {
      child.send(SIGINT)
      _ = try child.end()
    }
    #expect(try sync(finish).hasPrefix("Sent"))
    _ = try sync(screen)
    #expect(
      try finish("query", "SELECT count(*) FROM events").output
        == screen("query", "SELECT count(*) FROM events").output)
  }
}
