import EventLog
import Live
import Logbook
import Racing
import Signals
import Text
import Timing

/// A session that is followed for readers: its lists, each published when it has changed.
///
/// The first change is published at once, later ones a tenth of a second after the last publication.
final class SessionPublisher {
  let number: Int
  let uid: EventID
  private let log: LogFeed
  private let feed: SessionFeed
  private let scheduler: any Scheduler
  private let settings: SiteSettings
  /// The first part of its tokens, which no other publisher has.
  private let incarnation: String
  private var subscription: Subscription?
  private(set) var lists: [BoardList: PublishedList] = [:]
  /// The board of the race at the last refresh; none for other sessions.
  private var raceBoard = RaceBoard()
  private var notes: [CorrectionNote] = []
  private var known: SessionBoard
  /// The numbers of known events of the race and of the sessions that joined it.
  private var counts: [EventID?: Int] = [:]
  /// The session as of the newest publication.
  private(set) lazy var state: any BoardState = attempt
  /// The position in the log of the newest publication.
  private(set) var position: Int
  private var step = 0
  /// The clocks at the newest publication.
  private(set) var instant: Instant
  /// Sends when time alone has changed the session.
  private let steps = Subject<Void>()
  private var hasStepped = false
  private var nextStep: Subscription?
  private var lastClock: Clock?

  /// The shortest time between two publications.
  private static let pace = Duration.milliseconds(100)
  /// Most corrections that are shown.
  private static let mostNotes = 5

  /// A list, its state, and its readers.
  struct PublishedList {
    let document: BoardDocument
    let token: String
    let channel: EventChannel
    /// The document as JSON, once it was asked for.
    var json: [UInt8]?
    /// Whether it was asked for since idle lists were dropped.
    var isWanted = true
  }

  /// Follows a session.
  init(
    _ number: Int, of log: LogFeed, _ settings: SiteSettings, on scheduler: any Scheduler
  ) throws {
    (self.number, uid) = (number, try log.log.uid(of: number))
    (self.log, self.settings, self.scheduler) = (log, settings, scheduler)
    incarnation = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
    feed = try SessionFeed(number, of: log, times: settings.times, course: settings.findCourse)
    known = feed.newest
    position = try log.log.newestPosition
    instant = log.clock.instant(of: log.clock.reading())
    refresh()
    lastClock = clock
    subscription = Signal.merge(feed.boards.map { _ in () }, steps.signal)
      .throttle(for: Self.pace, scheduler: scheduler, latest: true)
      .subscribe { [unowned self] _ in publish() }
  }

  /// The number of readers of all lists.
  var readerCount: Int { lists.values.reduce(0) { $0 + $1.channel.readerCount } }

  // MARK: Publication

  private func publish() {
    refresh()
    // A log that cannot be read now has no newer event to show.
    let newest = (try? log.log.newestPosition) ?? position
    let clock = clock
    // A correction may have moved the clock alone, which each list has, too.
    let isMoved = lastClock?.agrees(with: clock) == false
    let changed = lists.compactMap { list, former in
      let document = state.document(list)
      return document == former.document && !isMoved ? nil : (list, former, document)
    }
    if newest > position {
      (position, step) = (newest, 0)
    } else if hasStepped || isMoved || !changed.isEmpty {
      // Documents beside the lists are others, too.
      step += 1
    }
    hasStepped = false
    instant = log.clock.instant(of: reading)
    for (list, former, document) in changed {
      let data = document.change(since: former.document, former.token, publishedAt: scheduler.now)
      lists[list] = PublishedList(
        document: document, token: token, channel: former.channel, isWanted: former.isWanted)
      former.channel.publish(StreamMessage("change", token: token, data: data))
    }
    lastClock = clock
    if isMoved { sendClock() }
  }

  /// Judges the race as of now, notes what was corrected, and waits for the next change by time.
  private func refresh() {
    let before = raceBoard.board
    known = feed.newest
    guard let race = known.race else {
      raceBoard = RaceBoard()
      state = attempt
      return schedulePublication(after: snapshot.phaseEndsAfter)
    }
    let place = race.present(at: reading)
    let next = raceBoard.board(of: race, atPlace: place)
    let sessions = [race.session] + race.joinedSessions
    if let before, let next {
      let events = sessions.flatMap { session in
        session.events.dropFirst(counts[session.uid] ?? 0).map { ($0, session) }
      }
      notes = Array(
        (CorrectionNote.notes(on: events, race, from: before, to: next, settings.times) + notes)
          .prefix(Self.mostNotes))
    }
    counts = Dictionary(sessions.map { ($0.uid, $0.events.count) }) { $1 }
    state = state(of: race, raceBoard, notes) ?? attempt
    schedulePublication(after: next?.changesAt.map { max(.zero, $0 - place) })
  }

  /// Publishes what time alone will have changed.
  private func schedulePublication(after span: Duration?) {
    nextStep = span.map { span in
      scheduler.schedule(after: span) { [unowned self] in
        hasStepped = true
        steps.send(())
      }
    }
  }

  private var reading: Reading { log.clock.reading() }

  private var snapshot: Snapshot { known.session.snapshot(at: reading) }

  private var attempt: AttemptState {
    AttemptState(number: number, uid: uid, board: known, snapshot: snapshot)
  }

  private func state(of race: Race, _ boards: RaceBoard, _ notes: [CorrectionNote]) -> RaceState? {
    boards.board.map { board in
      RaceState(
        number: number, uid: uid, race: race, board: board,
        passings: boards.passings(of: race, most: BoardDocument.mostRows), notes: notes,
        times: settings.times)
    }
  }

  // MARK: Readers

  /// Returns a list as of its newest publication, and publishes it from now on.
  func published(_ list: BoardList) -> PublishedList {
    lists[list]?.isWanted = true
    if let published = lists[list] { return published }
    let channel = EventChannel(
      of: token, on: scheduler,
      clock: { [unowned self] in JSONWriter.bytes(of: clock) },
      board: { [unowned self] in json(of: list) })
    let new = PublishedList(document: state.document(list), token: token, channel: channel)
    lists[list] = new
    return new
  }

  /// Returns the document of a list as of its newest publication, written once for all its readers.
  func json(of list: BoardList) -> [UInt8] {
    let published = published(list)
    if let json = published.json { return json }
    let json = published.document.json(as: published.token, clock: clock)
    lists[list]?.json = json
    return json
  }

  /// Whether the log has no newer event of the session, or of those that joined its race; of any for
  /// an attempt, which is compared with others.
  var isNewest: Bool {
    get throws {
      if known.course != nil { return try log.log.newestPosition == position }
      return try log.log.newestVersion(of: number, through: .max) == known.session.summary.version
        && known.race.map(log.log.newStreamEvents)?.isEmpty ?? true
    }
  }

  /// The token of the newest publication.
  var token: String { "\(incarnation).\(position).\(step)" }

  /// Ends the lists that nobody reads; with `sparingWanted`, for which also nobody has asked since the
  /// last call.
  func dropIdleLists(sparingWanted: Bool = false) {
    lists = lists.filter { $1.channel.readerCount > 0 || sparingWanted && $1.isWanted }
    for list in lists.keys { lists[list]?.isWanted = false }
  }

  /// Returns the session as known after an event, or at a running time; nil if it has not come so far.
  func past(through version: Int?, at time: Duration?) throws -> (any BoardState)? {
    guard version ?? 0 <= known.session.summary.version else { return nil }
    if known.race != nil, let race = try log.log.race(number, through: version) {
      let place =
        time.map { race.session.place(ofRunningTime: $0, asOf: reading) } ?? race.newestPlace
      var boards = RaceBoard()
      _ = place.map { boards.board(of: race, atPlace: $0) }
      return state(of: race, boards, [])
    }
    guard let session = try log.log.session(number, through: version) else { return nil }
    let newest = session.snapshotAtNewestEvent().map { (session, $0) }
    guard
      let (past, snapshot) = time.map({ session.snapshot(atRunningTime: $0, asOf: reading) })
        ?? newest
    else { return nil }
    var board = SessionBoard(number: number, session: past, times: settings.times)
    board.course = try settings.findCourse(past, number, log.log)
    return AttemptState(number: number, uid: uid, board: board, snapshot: snapshot)
  }

  // MARK: Clock

  /// The clock of the session, from which a page computes the running time.
  struct Clock: JSONObject {
    let instant: Instant
    let running: Duration?
    let isRunning: Bool
    let phase: Phase

    var object: JSONFields {
      instant.fields + ["running_ns": running, "rate": isRunning ? 1 : 0, "phase": phase.rawValue]
    }

    /// Whether another clock shows the same times.
    func agrees(with other: Clock) -> Bool {
      let passed = isRunning ? instant.ticks - other.instant.ticks : .zero
      return (isRunning, phase) == (other.isRunning, other.phase)
        && running == other.running.map { $0 + passed }
    }
  }

  var clock: Clock {
    let (reading, board) = (reading, raceBoard.board)
    let snapshot = known.session.snapshot(at: reading)
    let isOver = board?.phase == .finished
    return Clock(
      instant: log.clock.instant(of: reading),
      running: isOver ? board?.finishTime ?? snapshot.runningTime : snapshot.runningTime,
      isRunning: !isOver && snapshot.phase.isOpen, phase: board?.phase ?? snapshot.phase)
  }

  /// Sends the clock to all readers.
  func sendClock() {
    let message = StreamMessage("clock", data: JSONWriter.bytes(of: clock))
    for list in lists.values { list.channel.broadcast(message) }
  }
}

extension Instant {
  /// The clocks of the server, as pages get them.
  var fields: JSONFields { ["boot": "\(clock.bootID)", "ticks_ns": ticks, "wall": recordedAt] }
}
