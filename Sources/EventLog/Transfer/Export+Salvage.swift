extension Export {
  /// Reads event by event, so that one which cannot be read does not hide those behind it.
  ///
  /// Positions are tried one by one as far as the file can hold events; beyond that, where only
  /// damage can have put one, as they are found.
  mutating func salvage(
    _ session: Int?, _ connection: Connection, to write: ([UInt8]) throws -> Void
  ) throws {
    let probed = min(newest, try mostEvents(connection))
    for position in stride(from: 1, through: probed, by: 1) {
      try salvage(position, session, connection)
      if bytes.count >= 1 << 16 { try hand(to: write) }
    }
    var position = probed
    while position < newest, let found = try next(after: position, connection) {
      position = found
      try salvage(position, session, connection)
    }
    try hand(to: write)
  }

  private mutating func salvage(
    _ position: Int, _ session: Int?, _ connection: Connection
  ) throws {
    let statement = try connection.cached(
      "SELECT \(EventRow.whole) FROM events WHERE position = ? AND session = ifnull(?, session)")
    defer { statement.reset() }
    do {
      try statement.bind(position, session)
      guard try statement.step() else {
        if session == nil { leaveOut(position, "there is no event at this position") }
        return
      }
      do {
        try add(try statement.loggedEvent(log.upcasting))
      } catch let error as LogError {
        leaveOut(position, error.reason)
      }
    } catch let error as DatabaseError where error.isDamage {
      leaveOut(position, error.message)
    }
  }

  /// How many events the file has room for at most: each takes more than a hundred bytes.
  private func mostEvents(_ connection: Connection) throws -> Int {
    try connection.number(ofPragma: "page_count") * connection.number(ofPragma: "page_size") / 100
  }

  private func next(after position: Int, _ connection: Connection) throws -> Int? {
    do throws(DatabaseError) {
      let statement = try connection.cached(
        "SELECT position FROM events WHERE position > ? ORDER BY position LIMIT 1")
      return try statement.bind(position).first { Int($0.int(0)) }
    } catch {
      guard error.isDamage else { throw error }
      return nil
    }
  }
}
