import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// Refuses a path without a log if it has files of a log that was removed, emptied or moved.
  ///
  /// SQLite would play such a write-ahead file or journal into the next log at this path.
  ///
  /// - Parameters:
  ///   - place: the path of the log.
  ///   - includingIndex: whether to refuse also a `-shm` that is not the index of a write-ahead
  ///     file, since SQLite would empty it.
  /// - Throws: `leftover`.
  func refuseLeftovers(
    beside place: String, includingIndex: Bool = false
  ) throws(OpeningError) {
    for suffix in ["-wal", "-journal", "-shm"] where suffix != "-shm" || includingIndex {
      guard let status = FileStatus(place + suffix, followingLink: false), status.isFile,
        status.size > 0, isInTheWay(place + suffix, suffix)
      else { continue }
      // A log gets its name before it gets these files, so another process may have just created
      // one.
      if let log = FileStatus(place), log.size > 0 { return }
      throw .leftover(path: path, file: place + suffix)
    }
  }

  private func isInTheWay(_ file: String, _ suffix: String) -> Bool {
    let descriptor = Glibc.open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    var start = [UInt8](repeating: 0, count: 4)
    pread(descriptor, &start, 4, 0)
    let number = start.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    return switch suffix {
    // "A rollback journal is … not considered hot if its header is zeroed" (lockingv3.html).
    case "-journal": start[0] != 0
    // The version of the format, in the byte order of the machine (walformat.html).
    case "-shm": number != 0 && number != 3_007_000
    default: true
    }
  }

  /// Refuses a log with the write-ahead file of another log, or of another copy of the log.
  ///
  /// Call it before SQLite reads anything. A log's own write-ahead file passes in every state that
  /// a crash or a power cut can leave. An undecidable file passes as well.
  ///
  /// - Parameters:
  ///   - connection: a connection to the log that has read nothing yet.
  ///   - header: the header of its file.
  ///   - schema: the schema of a log.
  /// - Returns: the identity of the write-ahead file; nil if SQLite reads nothing from it.
  /// - Throws: `foreignWriteAheadFile`; `exchanged` if the log is no longer at its path; `failed`
  ///   if the file cannot be read.
  func refuseForeignWriteAheadFile(
    _ connection: Connection, _ header: Header, _ schema: Schema
  ) throws(OpeningError) -> WriteAheadFile.Identity? {
    do {
      var identity: WriteAheadFile.Identity?
      var belonging = try Belonging(
        of: connection, header, schema, isThorough: false, &identity)
      if belonging == .unclear {
        belonging = try Belonging(of: connection, header, schema, isThorough: true, &identity)
      }
      guard belonging == .foreign else { return identity }
      // Another process may have checkpointed the log since its header was read.
      for _ in 0..<16 where !connection.hasMoved {
        let header = try Header(of: connection)
        switch try Belonging(of: connection, header, schema, isThorough: true, &identity) {
        case .own: return identity
        case .unclear: continue
        case .foreign:
          throw OpeningError.foreignWriteAheadFile(path: path, file: connection.path + "-wal")
        }
      }
      guard !connection.hasMoved else { throw OpeningError.exchanged(path: path) }
      return identity
    } catch let error as OpeningError {
      throw error
    } catch let error as DatabaseError {
      throw .failed(path: path, error)
    } catch {
      throw .failed(path: path, DatabaseError(code: .error, message: "\(error)"))
    }
  }
}

/// The relation of a write-ahead file to the database beside it.
///
/// SQLite cannot decide this: it plays in any valid write-ahead file. But every append writes the
/// page with the newest event again, or begins the next page if that page is full. So the first
/// transaction that appends to a write-ahead file contains the newest events that the database had
/// when the file was begun, or directly continues them. The same transaction contains the page with
/// their ids. After that, only checkpoints change the database, with pages from this file. So the
/// newest event in the database is one of the events in the write-ahead file, or directly precedes
/// them. If the database has no event yet, the write-ahead file has the first event of the log.
enum Belonging {
  case own, foreign
  /// The quick check was not enough, or others were writing.
  case unclear

  /// - Parameters:
  ///   - connection: a connection to the database.
  ///   - header: the header of its file.
  ///   - schema: the schema of a log.
  ///   - isThorough: whether to read and verify the whole write-ahead file. The result can be
  ///     `foreign` only if it is true; if false, a few reads are usually enough for `own`.
  ///   - identity: set to the identity of the write-ahead file; nil if there is nothing to read.
  /// - Throws: the error of SQLite if the database cannot be read.
  init(
    of connection: Connection, _ header: Header, _ schema: Schema, isThorough: Bool,
    _ identity: inout WriteAheadFile.Identity?
  ) throws(DatabaseError) {
    identity = nil
    guard let file = WriteAheadFile(connection.path + "-wal") else {
      self = .own
      return
    }
    identity = file.identity
    let events = EventsTable(in: connection, header, root: schema.eventsRoot)
    let newest = try events.newest()
    guard isThorough else {
      self = Self.glance(file, header, newest)
      return
    }
    self = try Self.study(file, header, events, newest)
    if self == .foreign, !file.isUnchanged { self = .unclear }
  }

  private static func glance(
    _ file: borrowing WriteAheadFile, _ header: Header, _ newest: NewestEvent
  ) -> Belonging {
    guard header.isWriteAhead, file.pageSize == header.pageSize,
      case .row(let row, _) = newest
    else { return .unclear }
    // A lap that begins new pages writes up to 10.
    let frames = file.firstTransaction(atMost: 16)
    guard header.mayPrecede(frames) else { return .unclear }
    for frame in frames where frame.content.first == EventsPage.leaf {
      let page = EventsPage(Array(frame.content))
      if let other = page.row(at: row.position), row.compare(to: other) == .same { return .own }
    }
    for frame in frames {
      var isThere = false
      IDsPage(frame.content).forEach { id, position in
        if position == row.position, id.elementsEqual(row.id) { isThere = true }
      }
      if isThere { return .own }
    }
    return .unclear
  }

  private static func study(
    _ file: borrowing WriteAheadFile, _ header: Header, _ table: EventsTable,
    _ newest: NewestEvent
  ) throws(DatabaseError) -> Belonging {
    var isEmpty = true
    var isInOrder = true
    /// The first and the last position in it, and the newest page that has the newest event.
    var first: Int64?
    var last: Int64 = 0
    var page: EventsPage?
    /// The ids on the pages of the first transaction with events.
    var ids: [(id: ArraySlice<UInt8>, position: Int64)] = []
    file.forEachTransaction { frames in
      if isEmpty { isInOrder = header.mayPrecede(frames) }
      isEmpty = false
      var lowest: Int64?
      for frame in frames where frame.content.first == EventsPage.leaf {
        let events = EventsPage(Array(frame.content))
        guard let start = events.row(0), let end = events.row(events.count - 1) else { continue }
        lowest = min(lowest ?? start.position, start.position)
        last = max(last, end.position)
        if case .row(let row, _) = newest, events.row(at: row.position) != nil { page = events }
      }
      guard first == nil, let lowest else { return }
      first = lowest
      for frame in frames { IDsPage(frame.content).forEach { ids.append(($0, $1)) } }
    }
    // SQLite ignores such a file.
    if isEmpty { return .own }
    // A log is durably in write-ahead mode before it gets a write-ahead file; a backup is not.
    guard header.isWriteAhead, file.pageSize == header.pageSize, isInOrder else { return .foreign }
    guard let first else { return .own }
    switch newest {
    case .unknown: return .own
    case .none: return first == 1 ? .own : .foreign
    case .row(let row, _) where row.position == first - 1:
      return try table.has(ids.filter { $0.position <= row.position }.suffix(32)) ? .own : .foreign
    case .row(let row, let leaf):
      guard (first...max(first, last)).contains(row.position) else { return .foreign }
      return page.map { leaf.belongs(to: $0) } ?? true ? .own : .foreign
    }
  }
}

extension EventsPage {
  /// Whether the events that both pages have are the same.
  ///
  /// One different event among equal ones is damage.
  fileprivate func belongs(to other: EventsPage) -> Bool {
    var (same, different) = (0, 0)
    for index in stride(from: count - 1, through: 0, by: -1) {
      guard let row = row(index), let match = other.row(at: row.position) else { continue }
      switch row.compare(to: match) {
      case .same: same += 1
      case .different: different += 1
      case .unclear: break
      }
    }
    return different == 0 || different == 1 && same > 0
  }
}

extension Header {
  /// Whether the first transaction of a write-ahead file can follow this state of the database.
  ///
  /// A transaction that does not write the first page keeps the size of the database. One that
  /// writes it increments the change counter of the database, or keeps it
  /// (`pager_write_changecounter` in pager.c). A checkpoint only brings later numbers into the
  /// file.
  fileprivate func mayPrecede(_ frames: [WriteAheadFile.Frame]) -> Bool {
    guard let last = frames.last else { return true }
    guard let page = frames.first(where: { $0.page == 1 }), page.content.count >= Self.size else {
      return pages >= last.pagesAfterCommit
    }
    let written = Header(Array(page.content.prefix(Self.size)), fileSize: 0)
    return Int(changeCounter) >= Int(written.changeCounter) - 1
  }
}

/// The newest event in a database file, without its write-ahead file.
private enum NewestEvent {
  /// There is no event yet.
  case none
  /// The row, and its page.
  case row(EventsPage.Row, EventsPage)
  /// The pages are torn, or not those of a table of events.
  case unknown
}

/// The table of events in a database file, without its write-ahead file.
private struct EventsTable {
  private let connection: Connection
  private let header: Header
  private let root: Int?

  init(in connection: Connection, _ header: Header, root: Int?) {
    self.connection = connection
    self.header = header
    self.root = root
  }

  func newest() throws(DatabaseError) -> NewestEvent {
    guard let (page, number) = try leaf({ $0.rightmostChild }) else { return .unknown }
    if page.count == 0, number == root { return .none }
    guard let row = page.row(page.count - 1), page.row(0) != nil else { return .unknown }
    return .row(row, page)
  }

  /// Whether the events at these positions have these ids, as far as they are readable.
  ///
  /// One different id among equal ones is damage.
  func has(
    _ ids: ArraySlice<(id: ArraySlice<UInt8>, position: Int64)>
  ) throws(DatabaseError) -> Bool {
    var (same, different) = (0, 0)
    for (id, position) in ids {
      guard let row = try leaf({ $0.child(for: position) })?.page.row(at: position) else {
        continue
      }
      if row.id.elementsEqual(id) { same += 1 } else { different += 1 }
    }
    return different == 0 || different == 1 && same > 0
  }

  /// Descends from the root to a leaf; returns nil if there is no such page.
  private func leaf(
    _ child: (EventsPage) -> Int?
  ) throws(DatabaseError) -> (page: EventsPage, number: Int)? {
    guard let root, header.pageSize >= 512 else { return nil }
    var number = root
    // No table is deeper: each inner page has room for hundreds of children.
    for _ in 0..<8 {
      guard number > 0, number <= header.fileSize / header.pageSize else { return nil }
      let page = EventsPage(
        try connection.bytes(header.pageSize, at: (number - 1) * header.pageSize))
      if page.isLeaf { return (page, number) }
      guard let next = child(page) else { return nil }
      number = next
    }
    return nil
  }
}
