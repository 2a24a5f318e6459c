import EventLog
import Host
package import Live
package import Logbook
package import Racing
package import Signals
package import Text
package import Timing

/// The parts of the program around a scoreboard that it uses; by default it shows nothing.
package struct SiteSettings {
  /// The result of a command line: its exit code, and what it wrote.
  package typealias CommandResult = (code: Int32, output: [UInt8], errors: [UInt8])

  /// Whether a session is shown.
  package var isServed: (SessionEntry, Reading) throws -> Bool = { _, _ in false }
  /// Whether the events of sessions are given to other machines.
  package var givesEvents = false
  /// Runs a command line of the program as of an instant, else now: its JSON is that of the API.
  package var run: ([String], Instant?) -> CommandResult
  /// Finds the course of a session, with the track to compare with.
  package var findCourse: (Session, Int, Logbook) throws -> CourseComparison? = { _, _, _ in nil }
  /// Reports an error that a request met, to whoever runs the server.
  package var report: (any Error) -> Void = { _ in }
  /// Answers POST /api/record; nil if nobody may record.
  package var recorder: RecordHandler?
  package var times = StopwatchLabel()
  package var localClock = World.live.localClock

  package init(run: @escaping ([String], Instant?) -> CommandResult) { self.run = run }
}

/// The routes of the scoreboard.
package final class BoardSite: WebHandler {
  let feed: LogFeed
  let scheduler: any Scheduler
  package let settings: SiteSettings
  private var publishers: [Int: SessionPublisher] = [:]
  private var subscriptions: [Subscription] = []
  /// The documents of the command line by their requests, as of a state.
  private var documents: [String: (token: String, json: [UInt8])] = [:]
  /// The requests of other machines for past states: each folds the race.
  private var pastLimit = RateLimit(burst: 4, pause: .seconds(5))

  /// Most sessions, and lists in all, that are followed at the same time, and documents that are kept.
  private static let most = (sessions: 128, lists: 64, documents: 16)

  package init(_ settings: SiteSettings, of feed: LogFeed, on scheduler: any Scheduler) {
    (self.settings, self.feed, self.scheduler) = (settings, feed, scheduler)
    subscriptions = [
      Signal<Int>.interval(.seconds(15), on: scheduler).subscribe { [unowned self] _ in
        endUnserved(publishers.keys)
        for publisher in publishers.values {
          publisher.sendClock()
          publisher.dropIdleLists(sparingWanted: true)
        }
      },
      feed.afterReads { [unowned self] in endUnserved($0) },
    ]
  }

  package func answer(_ request: WebRequest) -> WebAnswer {
    do {
      return try route(request)
    } catch let refusal as WebRefusal {
      let isPage = request.headers["accept"]?.contains("text/html") ?? false
      return .response(isPage && refusal.status == 404 ? Pages.missing : refusal.response)
    } catch {
      settings.report(error)
      return .response(WebRefusal.unavailable.response)
    }
  }

  private func route(_ request: WebRequest) throws -> WebAnswer {
    let path = request.path
    if path == ["api", "record"] {
      guard let recorder = settings.recorder else { throw WebRefusal.recordsNothing }
      return recorder.answer(request)
    }
    guard request.method != .post else { throw WebRefusal.noPost }
    if path.count == 2, path[0] == "live" { return try live(path[1], request) }
    return .response(try response(to: request, at: path))
  }

  private func response(to request: WebRequest, at path: [String]) throws -> WebResponse {
    switch (path.first, path.dropFirst().first, path.count) {
    case (nil, _, _): return try listPage(request)
    case ("api", "clock", 2): return try clock(request)
    case ("api", "sessions", 2): return try sessions(request)
    case ("api", "sessions", 3...4):
      if !request.isLocal, request.isOfPast, !pastLimit.admits("", at: scheduler.now) {
        throw WebRefusal.tooManyPast
      }
      switch path.dropFirst(3).first ?? "show" {
      case "board": return try board(path[2], request)
      case "events": return try events(path[2], request)
      case let command: return try report(command, of: path[2], request)
      }
    case (let name?, nil, _): return try boardPage(name, request)
    default: throw WebRefusal.notFound
    }
  }

  // MARK: Sessions

  /// Returns the publisher of a session that is served, by its number or uid.
  func publisher(_ name: String) throws -> SessionPublisher {
    let entry = try served(name)
    if let publisher = publishers[entry.number] { return publisher }
    if publishers.count >= Self.most.sessions {
      publishers = publishers.filter { $0.value.readerCount > 0 }
      guard publishers.count < Self.most.sessions else { throw WebRefusal.tooManyLists }
    }
    let publisher = try SessionPublisher(entry.number, of: feed, settings, on: scheduler)
    publishers[entry.number] = publisher
    return publisher
  }

  private func served(_ name: String) throws -> SessionEntry {
    try feed.log.openIfPresent()
    let number =
      if let uid = EventID(name) { try feed.log.number(ofSession: uid) } else { Int(name) }
    guard let number, let entry = try feed.log.entry(number),
      try settings.isServed(entry, feed.clock.now())
    else { throw WebRefusal.notFound }
    return entry
  }

  /// Ends the streams of those sessions that are not served any more.
  private func endUnserved(_ sessions: some Sequence<Int>) {
    for publisher in sessions.compactMap({ publishers[$0] }) {
      do {
        _ = try served("\(publisher.number)")
      } catch is WebRefusal {
        publishers[publisher.number] = nil
        for list in publisher.lists.values { list.channel.end() }
      } catch {
        settings.report(error)
      }
    }
  }

  /// The publisher of a session that is served, and the list of it that a request asks for.
  private func list(
    of session: String, _ request: WebRequest, allowing names: Set<String>
  ) throws -> (SessionPublisher, BoardList) {
    try request.allow(names.union(["list"]))
    let (publisher, name) = (try publisher(session), request["list"])
    guard let list = publisher.state.lists.first(where: { name == nil || $0.text == name }) else {
      throw WebRefusal.notFound
    }
    if publisher.lists[list] == nil, listCount >= Self.most.lists {
      for publisher in publishers.values { publisher.dropIdleLists() }
      guard listCount < Self.most.lists else { throw WebRefusal.tooManyLists }
    }
    return (publisher, list)
  }

  private var listCount: Int { publishers.values.reduce(0) { $0 + $1.lists.count } }

  // MARK: Pages

  private func boardPage(_ name: String, _ request: WebRequest) throws -> WebResponse {
    let (publisher, list) = try list(of: name, request, allowing: ["view", "delay", "bib"])
    let published = publisher.published(list)
    let delayed = request["delay"].map { $0 != "0" } ?? false
    return Pages.board(
      published.document, as: published.token, clock: publisher.clock, showsRows: !delayed,
      isPad: request["view"] == "pad")
  }

  // MARK: Streams

  private func live(_ name: String, _ request: WebRequest) throws -> WebAnswer {
    let (publisher, list) = try list(of: name, request, allowing: ["after", "poll"])
    let channel = publisher.published(list).channel
    let after = request.headers["last-event-id"] ?? request["after"]
    guard request["poll"] != nil else { return .stream(channel, after: after) }
    return .response(WebResponse(body: JSONWriter.bytes(of: channel.first(after: after))))
  }

  // MARK: API

  /// The commands whose documents are given, with their parameters beside those of a past state.
  private static let reports: [String: (options: Set<String>, flags: Set<String>)] = [
    "show": ([], []), "results": (["category", "wave"], ["team"]),
    "standings": (["category", "wave"], ["team", "points"]),
  ]

  /// A document of the command line, as of the newest publication.
  private func report(
    _ command: String, of session: String, _ request: WebRequest
  ) throws -> WebResponse {
    guard let (options, flags) = Self.reports[command] else { throw WebRefusal.notFound }
    try request.allow(options.union(flags).union(["at_event", "at_time"]))
    let publisher = try publisher(session)
    let words = request.query.map { name, value in
      flags.contains(name) ? "--\(name)" : "--\(name.replacing("_", with: "-"))=\(value)"
    }
    let token = request.isOfPast ? nil : publisher.token
    if let known = documents[request.target], known.token == token {
      return WebResponse(body: known.json, tag: token)
    }
    let result = settings.run(
      [command, "\(publisher.number)", "--json"] + words,
      request.isOfPast ? nil : publisher.instant)
    guard result.code == 0 else { throw WebRefusal(ofCommand: result.code) }
    // It may have events that are not published yet, which no token names.
    guard let token, try publisher.isNewest else {
      return WebResponse(body: result.output)
    }
    if documents.count >= Self.most.documents { documents.removeAll() }
    documents[request.target] = (token, result.output)
    return WebResponse(body: result.output, tag: token)
  }

  private func events(_ session: String, _ request: WebRequest) throws -> WebResponse {
    try request.allow(["after", "limit"])
    guard request.isLocal || settings.givesEvents else { throw WebRefusal.forbidden }
    let entry = try served(session)
    let limit = request["limit"].map { Int($0) } ?? 1000
    guard let after = Int(request["after"] ?? "0"), let limit, (1...1000).contains(limit),
      (0...Int.max - limit).contains(after)
    else { throw WebRefusal.usage("after and limit are numbers; limit is 1000 at most.") }
    var json = JSONWriter()
    // Versions are gapless: after the last one there is nothing.
    if let position = after == 0 ? 0 : try feed.log.position(ofEvent: after, in: entry.number) {
      for record in try feed.log.records(after: position, of: entry.number, limit: limit) {
        json.object { $0.fields(EventReport.fields, of: EventReport(record, uid: entry.uid)) }
        json.endLine()
      }
    }
    return WebResponse(type: "application/x-ndjson", body: json.bytes)
  }

  private func clock(_ request: WebRequest) throws -> WebResponse {
    try request.allow([])
    return WebResponse(
      body: JSONWriter.bytes(of: feed.clock.instant(of: try feed.clock.now()).fields))
  }

  private func board(_ session: String, _ request: WebRequest) throws -> WebResponse {
    let (publisher, list) = try list(
      of: session, request, allowing: ["rows", "keys", "to", "at_event", "at_time"])
    let past = request.isOfPast ? try past(of: publisher, request) : nil
    if request["rows"] ?? request["keys"] ?? request["to"] == nil {
      return past.map {
        WebResponse(body: $0.document(list).json(as: publisher.token, clock: publisher.clock))
      } ?? WebResponse(body: publisher.json(of: list), tag: publisher.published(list).token)
    }
    let numbers = request["rows"] ?? "1-\(BoardDocument.mostRows)"
    guard let range = ClosedRange(rows: numbers) else {
      throw WebRefusal.usage("rows is a range such as 201-400.")
    }
    // Each key is encoded once more, since it may have commas.
    let keys = try request["keys"]?.split(separator: ",").map { try WebRequest.decoded($0) }
    let rows = (past ?? publisher.state)
      .rows(of: list, range, keys: keys.map { Set($0) }, to: request["to"])
    let fields: JSONFields = ["as_of": publisher.token, "list": list.text, "rows": rows]
    return WebResponse(body: JSONWriter.bytes(of: fields))
  }

  /// A session as known after an event, or at a running time.
  private func past(
    of publisher: SessionPublisher, _ request: WebRequest
  ) throws -> any BoardState {
    let version = request["at_event"].flatMap { Int($0) }
    let time = request["at_time"].flatMap { try? Duration(text: $0) }
    guard request["at_event"] == nil || request["at_time"] == nil, version ?? 0 > 0 || time != nil
    else {
      throw WebRefusal.usage("at_event is a number, at_time a duration; one of them is given.")
    }
    guard let past = try publisher.past(through: version, at: time) else {
      throw WebRefusal.notFound
    }
    return past
  }
}

extension WebRequest {
  /// Whether it asks for a past state.
  fileprivate var isOfPast: Bool { self["at_event"] != nil || self["at_time"] != nil }

  /// Refuses unknown and repeated parameters.
  func allow(_ names: Set<String>) throws(WebRefusal) {
    var seen: Set<String> = []
    for (name, _) in query where !names.contains(name) || !seen.insert(name).inserted {
      throw .usage("The parameter \(name.shown) is unknown or repeated.")
    }
  }
}

extension ClosedRange<Int> {
  /// The range of a text such as `201-400`, of a thousand rows at most.
  fileprivate init?(rows text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 1, last >= first,
      last - first < 1000
    else { return nil }
    self = first...last
  }
}
