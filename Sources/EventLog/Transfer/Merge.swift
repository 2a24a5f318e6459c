import Timing

/// The taking in of another log's events, within one transaction.
struct Merge {
  /// The newest event that was taken in.
  private(set) var newest: EventID?

  private let log: EventLog
  private let connection: Connection
  private var sessions: [EventID: Place] = [:]
  private var clocks: [ClockIdentity: ClockID] = [:]
  /// The clock of the event before.
  private var clock: (identity: ClockIdentity, number: ClockID)?
  private var progress: MergeProgress
  private var position: Int
  private var newestSession: Int
  private var report = ImportReport()

  /// How far a session has come.
  private struct Place {
    var number: Int
    /// How many events of it the log had.
    var stored: Int
    /// How many were read of it.
    var read = 0
  }

  init(into log: EventLog, _ connection: Connection) throws {
    log.folded = nil
    self.log = log
    self.connection = connection
    progress = MergeProgress(log, Tables(connection: connection))
    position = try log.newestPosition
    newestSession = try log.newestSession
  }

  /// Takes in an event, or finds that it is there.
  mutating func take(_ read: ImportReader.Read) throws {
    let uid = read.exported.uid
    var place = try sessions[uid] ?? place(of: read)
    if place.read < place.stored {
      try compare(read, place)
      report.knownEvents += 1
    } else {
      if place.read == place.stored {
        if place.stored == 0 { report.newSessions += 1 } else { report.extendedSessions += 1 }
      }
      try append(read, place)
      report.newEvents += 1
    }
    place.read += 1
    sessions[uid] = place
  }

  /// Writes the tables.
  mutating func finish() throws -> ImportReport {
    try progress.finish()
    return report
  }

  /// Where the session of an event is in the log; for a new one, where it will be.
  private mutating func place(of read: ImportReader.Read) throws -> Place {
    let uid = read.exported.uid
    let statement = try connection.cached("SELECT session, version FROM events WHERE id = ?")
      .bind(uid)
    if let (number, version) = try statement.first({ (Int($0.int(0)), $0.int(1)) }) {
      guard version == 1 else { throw diverged(read) }
      let stored = try connection.cached("SELECT max(version) FROM events WHERE session = ?")
        .bind(number).first { Int($0.int(0)) }
      return Place(number: number, stored: stored ?? 0)
    }
    guard case .started = read.kind, read.exported.id == uid else {
      throw ImportError(line: read.line, fault: .noStart)
    }
    newestSession += 1
    return Place(number: newestSession, stored: 0)
  }

  /// Demands that the log has the same event in the same place of the session.
  private func compare(_ read: ImportReader.Read, _ place: Place) throws {
    let statement = try connection.cached(
      "SELECT 1 FROM events WHERE session = ? AND version = ? AND id = ? AND digest = ?")
    let isSame = try statement.bind(
      place.number, place.read + 1, read.exported.id, read.exported.digest
    ).first { _ in true }
    guard isSame == true else { throw diverged(read) }
  }

  private mutating func append(_ read: ImportReader.Read, _ place: Place) throws {
    let exported = read.exported
    position += 1
    let reading = Reading(
      clock: try clock(exported.clock), ticks: .nanoseconds(exported.ticks),
      recordedAt: exported.recordedAt)
    let event = Event(
      id: exported.id, version: place.read + 1, kind: read.kind, at: exported.at,
      basis: exported.basis, reading: reading)
    do {
      try connection.insert(
        LoggedEvent(
          position: position, session: place.number, event: event, kind: exported.kind,
          kindVersion: exported.kindVersion, source: exported.source, data: exported.data,
          digest: exported.digest))
    } catch let error as LogError {
      // The triggers refuse an event that is there already, in another place.
      let isThere = try connection.cached("SELECT 1 FROM events WHERE id = ?").bind(exported.id)
        .first { _ in true }
      throw isThere == true ? diverged(read) : error
    }
    newest = exported.id
    try progress.take(event, place.number, exported.uid)
  }

  private mutating func clock(_ identity: ClockIdentity) throws -> ClockID {
    if let clock, clock.identity == identity { return clock.number }
    let number = try number(of: identity)
    clock = (identity, number)
    return number
  }

  private mutating func number(of identity: ClockIdentity) throws -> ClockID {
    if let clock = clocks[identity] { return clock }
    if clocks.count >= 4096 { clocks.removeAll(keepingCapacity: true) }
    var clock = try log.clockNumber(identity)
    if clock == nil {
      let append = Append(log: log, connection)
      clock = try append.nextClock()
      try append.insert(identity, clock ?? ClockID(rawValue: 1))
    }
    clocks[identity] = clock
    return clock ?? ClockID(rawValue: 1)
  }

  private func diverged(_ read: ImportReader.Read) -> ImportError {
    ImportError(line: read.line, fault: .diverged(read.exported.id))
  }
}
