import SQLite
import Text

/// Imports another log's events within one transaction.
struct Merge {
  private(set) var newest: EventID?

  let log: EventLog
  let connection: Connection
  let mark: SalvageMark?
  /// Returns whether a writable session of the log becomes read-only; nil if the sessions of the
  /// export are writable.
  let belongsElsewhere: ((Int) throws -> Bool)?
  /// The number of events of each session before those of the export.
  let first: Int
  /// The sessions left out, with their indices in the report.
  var headless: [EventID: Int] = [:]
  var sessions: [EventID: Place] = [:]
  private var clocks: [ClockIdentity: ClockID] = [:]
  /// The lines of the new events of each session, in the order of the events.
  private var lines: [Int: [Int]] = [:]
  private var position: Int
  private var newestSession: Int
  var report = ImportReport()

  struct Place {
    var number: Int
    /// The number of its events that the log had.
    var stored: Int
    /// Whether it is written in this log, and the export is another device's.
    var isWrittenHere = false
    /// The last of its events that was read.
    var read = 0
    var missing = 0
    /// Whether a line has stated the number of events missing after its last one.
    var isEnded = false
  }

  init(
    into log: EventLog, _ connection: Connection, marking mark: SalvageMark? = nil,
    foreign belongsElsewhere: ((Int) throws -> Bool)? = nil, after first: Int = 0
  ) throws {
    self.first = first
    self.mark = mark
    self.belongsElsewhere = belongsElsewhere
    self.log = log
    self.connection = connection
    position = try log.newestPosition
    newestSession = try log.newestSession
  }

  mutating func merge(_ item: ImportReader.Item) throws {
    switch item {
    case .event(let read): try merge(read)
    case .end(let loss): try countMissingEnd(loss)
    }
  }

  /// Imports an event, or counts it as known.
  private mutating func merge(_ read: ImportReader.Read) throws {
    let uid = read.exported.uid
    if try isHeadless(read) { return }
    var place = try sessions[uid] ?? place(of: read)
    if let version = try storedVersion(read, place) {
      place.read = version
      report.knownEvents += 1
    } else {
      try countMissing(before: read, &place)
      try requireExtensible(place, line: read.line)
      if place.read == place.stored {
        if place.stored == 0 { report.newSessions += 1 } else { report.extendedSessions += 1 }
      }
      try append(read, place)
      report.newEvents += 1
      place.read += 1
    }
    sessions[uid] = place
  }

  /// Marks the sessions that lack events, and writes the tables.
  mutating func finish() throws -> ImportReport {
    let incomplete = sessions.filter { $0.value.missing > 0 }
    for (uid, place) in incomplete.sorted(by: { $0.value.number < $1.value.number }) {
      report.incomplete.append(.init(session: uid, events: place.missing))
      if let mark { try append(mark.event(of: uid, log.projection.salvageMark), place) }
    }
    report.nowForeign.sort()
    try log.projection.refold(lines, of: log, in: connection)
    return report
  }

  /// Returns the place of an event's session in the log; for a new session, its future place.
  private mutating func place(of read: ImportReader.Read) throws -> Place {
    let uid = read.exported.uid
    let statement = try connection.cached("SELECT session, version FROM events WHERE id = ?")
      .bind(uid)
    if let (number, version) = try statement.first({ (Int($0.int(0)), $0.int(1)) }) {
      guard version == 1 else { throw diverged(read) }
      let isWrittenHere = try updateWriter(of: number)
      let stored = try connection.cached("SELECT max(version) FROM events WHERE session = ?")
        .bind(number).first { Int($0.int(0)) }
      guard first <= stored ?? 0 else {
        let missing = first - (stored ?? 0)
        throw ImportError(line: read.line, fault: .missing(events: missing, session: uid))
      }
      return Place(
        number: number, stored: stored ?? 0, isWrittenHere: isWrittenHere, read: first)
    }
    guard read.beginsSession else {
      let fault: ImportError.Fault =
        read.omitted > 0 ? .missing(events: read.omitted, session: uid) : .noStart(uid)
      throw ImportError(line: read.line, fault: fault)
    }
    newestSession += 1
    if belongsElsewhere != nil { try connection.addForeign(newestSession) }
    return Place(number: newestSession, stored: 0)
  }

  /// Makes a session of the log read-only or writable, as the import requests.
  ///
  /// Returns whether it stays written here although the export is another device's.
  private mutating func updateWriter(of session: Int) throws -> Bool {
    guard let belongsElsewhere else {
      try connection.removeForeign(session)
      return false
    }
    if try connection.isForeign(session) { return false }
    guard try belongsElsewhere(session) else { return true }
    try connection.addForeign(session)
    report.nowForeign.append(session)
    return false
  }

  /// Refuses another device's events of a session that is written here: a session has one writer.
  private func requireExtensible(_ place: Place, line: Int) throws {
    if place.isWrittenHere {
      throw ImportError(line: line, fault: .writtenHere(session: place.number))
    }
  }

  /// Returns the version that the event has in the log; nil if it is after all events of the log.
  ///
  /// It is the next version, or a later one if events are missing before it.
  private func storedVersion(_ read: ImportReader.Read, _ place: Place) throws -> Int? {
    guard place.read < place.stored else { return nil }
    let exported = read.exported
    let isNext = try connection.cached(
      "SELECT 1 FROM events WHERE session = ? AND version = ? AND id = ? AND digest = ?"
    ).bind(place.number, place.read + 1, exported.record.id, exported.record.digest).first { _ in
      true
    }
    if isNext == true { return place.read + 1 }
    guard read.omitted > 0 else { throw diverged(read) }
    let later = try connection.cached(
      "SELECT version FROM events WHERE session = ? AND id = ? AND digest = ? AND version > ?"
    ).bind(place.number, exported.record.id, exported.record.digest, place.read).first {
      Int($0.int(0))
    }
    guard later != nil || read.omitted >= place.stored - place.read else { throw diverged(read) }
    return later
  }

  private mutating func append(_ read: ImportReader.Read, _ place: Place) throws {
    let exported = read.exported
    position += 1
    var record = exported.record
    (record.position, record.session, record.version) = (position, place.number, place.read + 1)
    record.clock = try clock(exported.clock)
    do {
      try connection.insert(record)
    } catch let error as LogError {
      // The triggers refuse an event that already exists in another place.
      throw try log.has(record.id) ? diverged(read) : error
    }
    newest = record.id
    lines[place.number, default: []].append(read.line)
  }

  private mutating func clock(_ identity: ClockIdentity) throws -> ClockID {
    if let clock = clocks[identity] { return clock }
    if clocks.count >= 4096 { clocks.removeAll(keepingCapacity: true) }
    let clock = try log.clockNumber(identity) ?? add(identity)
    clocks[identity] = clock
    return clock
  }

  private func add(_ identity: ClockIdentity) throws -> ClockID {
    if identity == mark?.clock { log.file.willAddClock() }
    let clock = try connection.nextClock()
    try connection.insert(identity, clock)
    return clock
  }

  func diverged(_ read: ImportReader.Read) -> ImportError {
    ImportError(line: read.line, fault: .diverged(read.exported.record.id))
  }
}

extension ImportReader.Read {
  var beginsSession: Bool { exported.record.id == exported.uid }
}

/// The import of sessions that lack events.
extension Merge {
  /// Whether the event is left out because the start of its session is in neither the export nor
  /// the log.
  mutating func isHeadless(_ read: ImportReader.Read) throws -> Bool {
    guard mark != nil else { return false }
    let uid = read.exported.uid
    if let index = headless[uid] {
      report.headless[index].events += 1
      return true
    }
    guard sessions[uid] == nil, !read.beginsSession else { return false }
    if try log.has(uid) { return false }
    headless[uid] = report.headless.count
    report.headless.append(.init(session: uid, events: 1))
    return true
  }

  /// Counts the events missing before an event that the log does not have.
  ///
  /// Events that the log has there count as some of these. If one was recorded later, the session
  /// has diverged. Events of the same clock are compared by ticks, others by the wall clock.
  func countMissing(before read: ImportReader.Read, _ place: inout Place) throws {
    guard read.omitted > 0 else { return }
    let exported = read.exported
    let isLater = try connection.cached(
      """
      SELECT 1 FROM events WHERE session = ?1 AND version > ?2 \
      AND CASE WHEN clock = ?3 THEN ticks_ns > ?4 ELSE recorded_at > ?5 END
      """
    ).bind(
      place.number, place.read, log.clockNumber(exported.clock)?.rawValue, exported.record.ticks,
      exported.record.recordedAt.nanosecondsSince1970
    ).first { _ in true }
    if isLater == true { throw diverged(read) }
    try countMissing(read.omitted, line: read.line, exported.uid, &place)
  }

  /// Counts the events missing after the last event of a session.
  ///
  /// Events that the log has there count as some of these.
  mutating func countMissingEnd(_ loss: ImportReader.Loss) throws {
    let uid = loss.omission.uid
    if headless[uid] != nil { return }
    guard var place = sessions[uid], !place.isEnded else {
      throw ImportError(line: loss.line, fault: .invalid(ImportError.strayOmission))
    }
    place.isEnded = true
    if try !isMarked(place) { try countMissing(loss.omission.events, line: loss.line, uid, &place) }
    sessions[uid] = place
  }

  private func countMissing(
    _ omitted: Int, line: Int, _ uid: EventID, _ place: inout Place
  ) throws {
    let missing = max(0, omitted - max(0, place.stored - place.read))
    if missing > 0, mark == nil {
      throw ImportError(line: line, fault: .missing(events: missing, session: uid))
    }
    if missing > 0 { try requireExtensible(place, line: line) }
    // Both are at most the largest number in a log, so the sum does not overflow.
    place.missing += missing
    guard place.missing <= Numbering.range.upperBound else {
      throw ImportError(line: line, fault: .invalid("more events are missing than there can be"))
    }
    place.read = max(place.read, place.stored)
  }

  /// Whether the log has the mark of the session right after the last event read.
  ///
  /// Then it was imported before, without the events missing there.
  private func isMarked(_ place: Place) throws -> Bool {
    let mark = log.projection.salvageMark
    let isMarked = try connection.cached(
      "SELECT 1 FROM events WHERE session = ? AND version = ? AND kind = ? AND data = ?"
    ).bind(place.number, place.read + 1, mark.kind, mark.data).first { _ in true }
    return isMarked == true
  }
}
