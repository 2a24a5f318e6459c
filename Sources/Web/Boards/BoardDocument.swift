import Text

/// A list of a session with all that is shown with it, as of a publication.
struct BoardDocument: Equatable, Sendable {
  var session: Int
  var uid: EventID
  var list: BoardList
  /// The lists of the session.
  var lists: [BoardList] = []
  var header: [BoardCell] = []
  /// The columns of the table: the names of their cells, and their titles.
  var columns: [[BoardCell]] = []
  /// The titles, with details, of rows that are ranked among themselves.
  var groups: [[BoardCell]] = []
  /// The number of rows in all.
  var count = 0
  /// The rows, ``mostRows`` at most.
  var rows: [BoardRow] = []
  /// Rows beyond these that have just changed, or are due.
  var others: [BoardRow] = []
  /// The newest corrections, the newest first.
  var notes: [[BoardCell]] = []
  /// The newest crossings, the newest first.
  var passings: [BoardRow] = []

  /// Most rows of a list that are sent without being asked for.
  static let mostRows = 200

  /// Returns the columns with names and titles.
  static func columns(_ titles: KeyValuePairs<String, String>) -> [[BoardCell]] {
    titles.map { [BoardCell("column", $0), BoardCell("title", $1)] }
  }

  /// The parts beside the rows; each one that has changed is sent again.
  private var parts: [BoardCell] {
    [
      BoardCell("lists", .objects(lists.map(\.cells))), BoardCell("header", .object(header)),
      BoardCell("columns", .objects(columns)), BoardCell("groups", .objects(groups)),
      BoardCell("count", .number(Int64(count))), BoardCell("notes", .objects(notes)),
      BoardCell("passings", .rows(passings)),
    ]
  }

  /// Returns the whole list as JSON; `token` is its state.
  func json(as token: String, clock: some JSONValue) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.field("session", session)
      json.field("uid", uid)
      json.field("as_of", token)
      json.field("list", list.text)
      json.field("clock", clock)
      for part in parts { part.write(to: &json, after: nil) }
      json.field("rows", rows)
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
      parts.writeChanges(since: former.parts, to: &json)
    }
    return json.bytes
  }

  private func writeCells(since former: BoardDocument, to json: inout JSONWriter) {
    // A page may lack a row that was not on the list, or keep an older state of it.
    let before = Dictionary(former.rows.map { ($0.key, $0.cells) }) { $1 }
    let others = others.filter { !former.others.contains($0) }
    let changed = (rows + others).filter { before[$0.key] != $0.cells }
    guard !changed.isEmpty else { return }
    json.object("cells") {
      for row in changed {
        let cells = before[row.key]
        $0.object(row.key) {
          row.cells.writeChanges(since: cells ?? [], clearing: cells == nil, to: &$0)
        }
      }
    }
  }
}
