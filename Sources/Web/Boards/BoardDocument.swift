package import Text

/// A list of a session with all that is shown with it, as of a publication.
package struct BoardDocument: Equatable, Sendable {
  /// A column of the table: the name of its cells, and its title.
  package struct Column: Hashable, Sendable {
    package var column: String
    package var title: String
  }

  /// Rows that are ranked among themselves.
  package struct Group: Hashable, Sendable {
    package var title: String
    package var detail: String
  }

  /// A correction, in words, with the rows that it moved.
  package struct Note: Hashable, Sendable {
    /// The running time then.
    package var at: String
    package var text: String
    /// The rows whose places it changed.
    package var keys: [String]
  }

  package var session: Int
  package var uid: EventID
  package var list: BoardList
  /// The lists of the session.
  package var lists: [BoardList] = []
  package var header: [BoardCell] = []
  package var columns: [Column] = []
  package var groups: [Group] = []
  /// The number of rows in all.
  package var count = 0
  /// The rows, ``mostRows`` at most.
  package var rows: [BoardRow] = []
  /// Rows beyond these that have just changed.
  package var others: [BoardRow] = []
  /// The newest corrections, the newest first.
  package var notes: [Note] = []
  /// The newest crossings, the newest first.
  package var passings: [BoardRow] = []

  /// Most rows of a list that are sent without being asked for.
  package static let mostRows = 200

  package init(session: Int, uid: EventID, list: BoardList) {
    (self.session, self.uid, self.list) = (session, uid, list)
  }

  /// The text of a field of the header.
  package func header(_ name: String) -> String { BoardRow("", header)[name] }

  /// Writes the whole list; `token` is its state.
  package func write(
    to json: inout JSONWriter, as token: String, clock: some JSONValue
  ) {
    json.object { json in
      json.field("session", session)
      json.field("uid", uid)
      json.field("as_of", token)
      json.field("list", list.text)
      writeLists(to: &json)
      json.object("header") { header.writeChanges(since: [], to: &$0) }
      json.field("clock", clock)
      json.array("columns") {
        for column in columns {
          $0.object {
            $0.field("column", column.column)
            $0.field("title", column.title)
          }
        }
      }
      writeGroups(to: &json)
      json.field("count", count)
      json.array("rows") { for row in rows { row.write(to: &$0) } }
      writeNotes(to: &json)
      json.array("passings") { for row in passings { row.write(to: &$0) } }
    }
  }

  private func writeLists(to json: inout JSONWriter) {
    json.array("lists") {
      for list in lists {
        $0.object {
          $0.field("list", list.text)
          $0.field("title", list.title)
        }
      }
    }
  }

  private func writeGroups(to json: inout JSONWriter) {
    json.array("groups") {
      for group in groups {
        $0.object {
          $0.field("title", group.title)
          $0.field("detail", group.detail)
        }
      }
    }
  }

  private func writeNotes(to json: inout JSONWriter) {
    json.array("notes") {
      for note in notes {
        $0.object {
          $0.field("kind", "correction")
          $0.field("at", note.at)
          $0.field("text", note.text)
          $0.field("keys", note.keys)
        }
      }
    }
  }

  /// Writes what leads from an earlier state of the list to this one; nothing is written for what is
  /// equal.
  package func change(
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
      if groups != former.groups { writeGroups(to: &json) }
      if count != former.count { json.field("count", count) }
      if lists != former.lists { writeLists(to: &json) }
      if notes != former.notes { writeNotes(to: &json) }
      if passings != former.passings {
        json.array("passings") { for row in passings { row.write(to: &$0) } }
      }
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
