import Commands
import Foundation
import Host
import Live
import Logbook
import ProcessTestSupport
import Signals
import Synchronization
import Testing
import Text
import Timing
import TimingTestSupport

@testable import Web

/// A scoreboard over a log that commands write, in virtual time.
final class BoardRig {
  private let folder: ScratchFolder
  private let clocks = Clocks()
  let scheduler = VirtualScheduler()
  private var feed: LogFeed
  private(set) var site: BoardSite

  private final class Clocks: Sendable {
    let machine = Mutex(Machine())
    /// The time that a reading by the server takes; no two take the same time, unless it is zero.
    let delay = Mutex(Duration.zero)
  }

  init() throws {
    folder = try ScratchFolder.inMemory()
    (feed, site) = try Self.open(folder("log.db"), clocks, scheduler)
  }

  private static func open(
    _ path: String, _ clocks: Clocks, _ scheduler: VirtualScheduler,
    change: (inout SiteSettings) -> Void = { _ in }
  ) throws -> (LogFeed, BoardSite) {
    let instant = { @Sendable in
      clocks.machine.withLock {
        let delay = clocks.delay.withLock { delay in
          delay += delay > .zero ? .microseconds(1) : .zero
          return delay
        }
        $0.pass(delay)
        return $0.instant
      }
    }
    let feed = try LogFeed(Logbook(path: path), now: instant)
    var times = StopwatchLabel()
    times.isShort = true
    let world = World.live
    var settings = SiteSettings { words, asOf in
      var world = world
      world.instant = { asOf ?? instant() }
      return world.run(words + ["--db", path], at: nil)
    }
    settings.times = times
    settings.isServed = { entry, _ in !entry.summary.profile.isDiscarded }
    change(&settings)
    return (feed, BoardSite(settings, of: feed, on: scheduler))
  }

  /// A scoreboard that begins now.
  func newSite(_ change: (inout SiteSettings) -> Void = { _ in }) throws -> BoardSite {
    let (feed, site) = try Self.open(folder("log.db"), clocks, scheduler, change: change)
    others.append(feed)
    return site
  }

  /// Followers must live as long as their sites.
  private var others: [LogFeed] = []

  /// Runs a command line, and returns its exit code with its output.
  @discardableResult
  func callAsFunction(_ words: String...) -> SiteSettings.CommandResult { run(words) }

  func run(_ words: [String]) -> SiteSettings.CommandResult {
    var world = World.live
    let clocks = clocks
    world.instant = { clocks.machine.withLock { $0.instant } }
    return world.run(words + ["--db", folder("log.db")], at: nil)
  }

  /// The path of a file beside the log.
  func path(_ name: String) -> String { folder(name) }

  /// Lets each reading of the clocks by the server take a time, as on a real machine.
  func delayReadings(by span: Duration) { clocks.delay.withLock { $0 = span } }

  /// Lets time pass, for the machine and for the server, which then reads the log.
  func pass(_ span: Duration) throws {
    clocks.machine.withLock { $0.pass(span) }
    scheduler.advance(by: span)
    try feed.readNew()
    scheduler.advance(by: .zero)
  }

  /// Returns a document of the server.
  func document(_ address: String, of site: BoardSite? = nil) throws -> Any {
    let response = try response(address, of: site)
    #expect(response.status == 200, "\(address)")
    return try JSONSerialization.jsonObject(with: Data(response.body))
  }

  func response(_ address: String, of site: BoardSite? = nil) throws -> WebResponse {
    try response(to: try request(address), of: site)
  }

  func response(to request: WebRequest, of site: BoardSite? = nil) throws -> WebResponse {
    guard case .response(let response) = (site ?? self.site).answer(request) else {
      throw Failure.isStream
    }
    return response
  }

  enum Failure: Error { case isStream, isNoStream }

  func request(_ address: String) throws -> WebRequest {
    let head = "GET \(address) HTTP/1.1\r\nHost: localhost"
    return try WebRequest(head: Array(head.utf8)[...], isLocal: true)
  }

  /// Connects a reader to a stream.
  func reader(_ address: String, of site: BoardSite? = nil) throws -> PageModel {
    let site = site ?? self.site
    guard case .stream(let stream, let after) = site.answer(try request(address)) else {
      throw Failure.isNoStream
    }
    let page = PageModel(stream)
    stream.attach(page, after: after)
    return page
  }
}

/// A page as live.md describes it: it applies changes to the list that it has.
final class PageModel: StreamReader {
  /// The list.
  private(set) var board: [String: Any] = [:]
  private(set) var rows: [String: [String: Any]] = [:]
  private(set) var order: [String] = []
  private(set) var resyncs = 0
  private(set) var clocks = 0
  /// Whether the network takes no bytes now.
  var isWaiting = false
  private var held: [UInt8] = []
  private unowned let stream: EventChannel?
  var newest = 0
  private(set) var isEnded = false

  init(_ stream: EventChannel?) { self.stream = stream }

  func end() {
    isEnded = true
    stream?.detach(self)
  }

  func send(_ bytes: [UInt8]) {
    held += bytes
    if isBlocked { isWaiting = true } else { deliver() }
  }

  /// Whether the reader reads nothing.
  var isBlocked = false {
    didSet {
      guard !isBlocked else { return }
      deliver()
      isWaiting = false
      stream?.drained(self)
    }
  }

  private func deliver() {
    let text = String(decoding: held, as: UTF8.self)
    held = []
    for part in text.components(separatedBy: "\n\n") where !part.isEmpty { take(part) }
  }

  private func take(_ part: String) {
    var fields: [String: String] = [:]
    for line in part.split(separator: "\n") {
      let sides = line.components(separatedBy: ": ")
      fields[sides[0]] = sides.dropFirst().joined(separator: ": ")
    }
    guard let data = fields["data"],
      let json = try? JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
    else { return }
    switch fields["event"] {
    case "board": replace(json)
    case "resync": resyncs += 1
    case "clock": clocks += 1
    case "change": apply(json, fields["id"] ?? "")
    default: break
    }
  }

  func replace(_ document: [String: Any]) {
    board = document
    rows = [:]
    order = []
    for row in document["rows"] as? [[String: Any]] ?? [] {
      let key = row["key"] as? String ?? ""
      rows[key] = row
      order.append(key)
    }
  }

  private func apply(_ change: [String: Any], _ token: String) {
    guard change["from"] as? String == board["as_of"] as? String else { return }
    for (key, cells) in change["cells"] as? [String: [String: Any]] ?? [:] {
      for (column, value) in cells {
        var value = value
        if let list = value as? [String: Any], let from = list["from"] as? Int {
          let former = rows[key]?[column] as? [Int] ?? []
          value = Array(former.prefix(from)) + (list["values"] as? [Int] ?? [])
        }
        rows[key, default: ["key": key]][column] = value
      }
    }
    for key in change["gone"] as? [String] ?? [] { rows[key] = nil }
    if let order = change["order"] as? [String] { self.order = order }
    var header = board["header"] as? [String: Any] ?? [:]
    header.merge(change["header"] as? [String: Any] ?? [:]) { $1 }
    board["header"] = header
    for name in ["groups", "count", "lists", "columns", "notes", "passings"] {
      if let value = change[name] { board[name] = value }
    }
    board["as_of"] = token
  }

  /// The parts that the page shows, except for those that depend on when the server began.
  var shown: NSDictionary {
    var shown = board
    shown["rows"] = order.compactMap { rows[$0].map(Self.withoutEmpty) }
    shown["header"] = Self.withoutEmpty(board["header"] as? [String: Any] ?? [:])
    for name in ["as_of", "clock", "notes"] { shown[name] = nil }
    return shown as NSDictionary
  }

  private static func withoutEmpty(_ cells: [String: Any]) -> [String: Any] {
    cells.filter { ($0.value as? String) != "" && ($0.value as? [Int]) != [] }
  }
}
