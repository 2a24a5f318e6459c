import Timing
import Text
import Commands
import Foundation
import Host
import Logbook
import ProcessTestSupport
import SQLite
import Synchronization
import TimingTestSupport

@testable import EventLog
@testable import Web

/// A log with a race, its pads, and the handler that records their lines, on a simulated machine.
final class PadRig {
  let folder: ScratchFolder
  private let clocks = Clocks()
  private(set) var handler: RecordHandler
  private(set) var log: Logbook
  private var nextID: UInt64 = 0
  let uid = EventID(high: 0x0199, low: 1)
  let pads = [
    Pad(name: "gate", token: "0123456789abcdef-gate", session: "1"),
    Pad(name: "tent", token: "0123456789abcdef-tent", session: "1"),
    Pad(name: "other", token: "0123456789abcdef-other", session: "2"),
  ]

  private final class Clocks: Sendable {
    let machine = Mutex(Machine())
  }

  var machine: Machine {
    get { clocks.machine.withLock { $0 } }
    set { clocks.machine.withLock { $0 = newValue } }
  }

  /// Makes a race that started a minute ago, with two runners, and another session.
  init(isStarted: Bool = true) throws {
    folder = try ScratchFolder.inMemory()
    (log, handler) = try Self.open(in: folder, clocks)
    try writePads(pads)
    if !isStarted { return }
    try perform(.start(Event.Start(plan: Plan(race: RaceFormat(.laps(9))))), of: .new(also: false))
    for bib in ["17", "4"] { try perform(.race(.entered(RaceEvent.Entry(bib: bib)))) }
    try perform(.start(Event.Start(name: "training")), of: .new(also: true))
    machine.pass(.seconds(60))
  }

  func writePads(_ pads: [Pad]) throws {
    try writeFile(pads.map(\.line).joined().utf8, to: folder("pads"))
  }

  /// Opens the log as another process does.
  func restart(busyTimeout: Duration = .seconds(5)) throws {
    (log, handler) = try Self.open(in: folder, clocks, busyTimeout: busyTimeout)
  }

  /// Opens the log as another server does at the same time; `arrive` is called whenever a request has
  /// arrived there.
  func otherHandler(_ arrive: @escaping @Sendable () -> Void) throws -> RecordHandler {
    try Self.open(in: folder, clocks, arrive).1
  }

  private static func open(
    in folder: ScratchFolder, _ clocks: Clocks, _ arrive: @escaping @Sendable () -> Void = {},
    busyTimeout: Duration = .seconds(5)
  ) throws -> (Logbook, RecordHandler) {
    let log = try Logbook(path: folder("log.db"), for: .appending, busyTimeout: busyTimeout)
    var world = World.live
    world.instant = {
      arrive()
      return clocks.machine.withLock { $0.instant }
    }
    let handler = RecordHandler(log: log, pads: PadsFile(folder("pads")), world: world) { error in
      ((error as? Rejection)?.kind).map { WebRefusal(503, 1, $0, "refused") }
        ?? WebRefusal(503, 75, "failed", "\(error)")
    }
    return (log, handler)
  }

  /// Appends an event as the command line does.
  @discardableResult
  func perform(
    _ command: Command, of target: Request.Target = .number(1), source: String = "cli"
  ) throws -> Receipt {
    try log.append(
      Request(id: makeID(), command, of: target, instant: machine.instant, source: source))
  }

  func makeID() -> EventID {
    nextID += 1
    return EventID(high: 0x0199, low: nextID)
  }

  /// The fields of a press at the present time of the machine, or a span before.
  func press(_ id: EventID, _ fields: String, ago: Duration = .zero, doubt: Int = 1_000) -> String {
    let (instant, wall) = (machine.instant, machine.reading.recordedAt - ago)
    return #"{"id":"\#(id)",\#(fields),"boot":"\#(instant.clock.bootID)","#
      + #""ticks_ns":\#((instant.ticks - ago).nanoseconds),"#
      + #""wall":"\#(wall.rfc3339)","doubt_ns":\#(doubt)}"#
  }

  func request(
    _ lines: [String], by pad: Pad, uid: EventID? = nil, signature: String? = nil
  ) -> WebRequest {
    let target = "/api/record?session=\(uid ?? self.uid)"
    let body = Array(lines.map { $0 + "\n" }.joined().utf8)
    let code = signature ?? PadSignature.text(token: pad.token, target: target, body: body)
    return WebRequest(
      method: .post, target: target, path: ["api", "record"],
      query: [("session", "\(uid ?? self.uid)")],
      headers: ["authorization": "Laptimer \(pad.name) \(code)"], body: body)
  }

  func answer(_ request: WebRequest) -> WebResponse {
    machine.pass(.milliseconds(300))
    guard case .response(let response) = handler.answer(request) else {
      preconditionFailure("no response")
    }
    return response
  }

  /// Sends lines, and returns the status and, for each line of the answer, the kind of the event or
  /// of the error.
  func send(_ lines: [String], by pad: Int = 0) -> String {
    kinds(answer(request(lines, by: pads[pad])))
  }

  func kinds(_ response: WebResponse) -> String {
    let kinds = String(decoding: response.body, as: UTF8.self).split(separator: "\n").map { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let error = (object?["error"] as? [String: Any])?["kind"] as? String
      return error.map { "!" + $0 } ?? object?["kind"] as? String ?? "?"
    }
    return ([String(response.status)] + kinds).joined(separator: " ")
  }

  /// The crossings of the race that stand: bib and seconds of running time, in order.
  func crossings() throws -> [String] {
    let statement = try log.connection?.prepare(
      "SELECT bib, running_time_ns / 1000000 FROM crossings WHERE session = 1 ORDER BY at")
    return try statement?.all { "\($0.text(0)) \($0.int(1))" } ?? []
  }

  var eventCount: Int { get throws { try log.newestPosition } }
}
