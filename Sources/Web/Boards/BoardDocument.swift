import Text

/// A list of a session with all that is shown with it, as of a publication.
struct BoardDocument: Equatable, Sendable {
  /// A column of the table: the name of its cells, and its title.
  struct Column: JSONObject, Hashable, Sendable {
    var column: String
    var title: String

    var object: JSONFields { ["column": column, "title": title] }
  }

  /// Rows that are ranked among themselves.
  struct Group: JSONObject, Hashable, Sendable {
    var title: String
    var detail = ""

    var object: JSONFields { ["title": title, "detail": detail] }
  }

  /// A correction, in words, with the rows that it moved.
  struct Note: JSONObject, Hashable, Sendable {
    /// The running time then.
    var at: String
    var text: String
    /// The rows whose places it changed.
    var keys: [String]

    var object: JSONFields { ["kind": "correction", "at": at, "text": text, "keys": keys] }
  }

  var session: Int
  var uid: EventID
  var list: BoardList
  /// The lists of the session.
  var lists: [BoardList] = []
  var header: [BoardCell] = []
  var columns: [Column] = []
  var groups: [Group] = []
  /// The number of rows in all.
  var count = 0
  /// The rows, ``mostRows`` at most.
  var rows: [BoardRow] = []
  /// Rows beyond these that have just changed.
  var others: [BoardRow] = []
  /// The newest corrections, the newest first.
  var notes: [Note] = []
  /// The newest crossings, the newest first.
  var passings: [BoardRow] = []

  /// Most rows of a list that are sent without being asked for.
  static let mostRows = 200

  /// Returns the whole list as JSON; `token` is its state.
  func json(as token: String, clock: some JSONValue) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.field("session", session)
      json.field("uid", uid)
      json.field("as_of", token)
      json.field("list", list.text)
      json.field("lists", lists)
      json.object("header") { header.writeChanges(since: [], to: &$0) }
      json.field("clock", clock)
      json.field("columns", columns)
      json.field("groups", groups)
      json.field("count", count)
      json.field("rows", rows)
      json.field("notes", notes)
      json.field("passings", passings)
    }
    return json.bytes
  }

  /// Returns the data of a change from an earlier state of the list to this one, without equal parts.
  func change(
    since former: BoardDocument, _ token: String, publishedAt ticks: Duration
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.field("from", token)
      json.field("published_ns", ticks)
      writeCells(since: former, to: &json)
      let (order, before) = (rows.map(\.key), former.rows.map(\.key))
      if order != before {
        json.field("order", order)
        let gone = Set(before).subtracting(order).subtracting(others.map(\.key))
        if !gone.isEmpty { json.field("gone", before.filter(gone.contains)) }
      }
      if header != former.header {
        json.object("header") { header.writeChanges(since: former.header, to: &$0) }
      }
      if groups != former.groups { json.field("groups", groups) }
      if count != former.count { json.field("count", count) }
      if lists != former.lists { json.field("lists", lists) }
      if notes != former.notes { json.field("notes", notes) }
      if passings != former.passings { json.field("passings", passings) }
    }
    return json.bytes
  }

  private func writeCells(since former: BoardDocument, to json: inout JSONWriter) {
    let before = Dictionary((former.rows + former.others).map { ($0.key, $0.cells) }) { $1 }
    let changed = (rows + others).filter { before[$0.key] != $0.cells }
    guard !changed.isEmpty else { return }
    // A page may keep an older state of a row that was not on the list.
    let known = Set(former.rows.map(\.key))
    json.object("cells") {
      for row in changed {
        $0.object(row.key) {
          row.cells.writeChanges(
            since: before[row.key] ?? [], clearing: !known.contains(row.key), to: &$0)
        }
      }
    }
  }
}
