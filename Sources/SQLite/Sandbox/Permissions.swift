import CSQLite

/// The actions allowed to the user's statements: to read these tables and to call these functions.
///
/// It is SQLite's authorizer (set_authorizer.html). SQLite calls it for each action of a statement
/// during compilation; it denies all actions that are not named here.
package final class Permissions {
  private let tables: Set<String>
  private let functions: Set<String>

  /// The first action that was denied, in words.
  package private(set) var denied: String?

  /// Creates permissions for tables and functions, whose case is ignored.
  package init(tables: some Sequence<String>, functions: some Sequence<String>) {
    self.tables = Set(tables.map { $0.lowercased() })
    self.functions = Self.builtIn.union(functions.map { $0.lowercased() })
  }

  /// Authorizes every statement compiled on `connection` from now on, which must not outlive this.
  package func install(on connection: Connection) throws(DatabaseError) {
    try connection.handle.check(
      sqlite3_set_authorizer(
        connection.handle.pointer,
        { context, action, first, second, database, _ in
          guard let context else { return SQLITE_DENY }
          let permissions = Unmanaged<Permissions>.fromOpaque(context).takeUnretainedValue()
          let words = [first, second].map { $0.map { String(cString: $0) } ?? "" }
          return permissions.judge(
            action, words[0], words[1], isNamedInDatabase: database != nil)
            ? SQLITE_OK : SQLITE_DENY
        }, Unmanaged.passUnretained(self).toOpaque()))
  }

  /// Clears the action that was denied.
  package func clear() { denied = nil }

  private func judge(
    _ action: Int32, _ first: String, _ second: String, isNamedInDatabase: Bool
  ) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return true
    case SQLITE_READ:
      // "When a table is referenced by a SELECT but no column values are extracted from the table …
      // the SQLITE_READ authorizer callback is invoked once for that table with a column name that
      // is an empty string" (set_authorizer.html). The same happens for the name of a WITH, which
      // is not a table. The two cannot be distinguished, and counting rows is harmless.
      if tables.contains(first.lowercased()) || second.isEmpty && !isNamedInDatabase { return true }
    case SQLITE_FUNCTION:
      if functions.contains(second.lowercased()) { return true }
    default: break
    }
    if denied == nil { denied = Self.words(action, first, second) }
    return false
  }

  private static func words(_ action: Int32, _ first: String, _ second: String) -> String {
    switch action {
    case SQLITE_READ: "to read \(first)"
    case SQLITE_FUNCTION: "the function \(second)"
    case SQLITE_PRAGMA: "PRAGMA \(first)"
    case SQLITE_ATTACH: "ATTACH"
    case SQLITE_DETACH: "DETACH"
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: first
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: "to write to \(first)"
    default: "to change the log"
    }
  }

  /// SQLite's functions that only compute, without side effects.
  private static let builtIn = Set(
    """
    abs avg acos acosh asin asinh atan atan2 atanh cast ceil ceiling char coalesce cos cosh count \
    cume_dist date datetime degrees dense_rank exp first_value floor format glob group_concat hex \
    ifnull iif instr json json_array json_array_length json_each json_extract json_group_array \
    json_group_object json_insert json_object json_patch json_quote json_remove json_replace \
    json_set json_tree json_type json_valid -> ->> julianday lag last_value lead length like \
    likelihood likely ln log log10 log2 lower ltrim max min mod nth_value ntile nullif \
    percent_rank pi pow power printf quote radians random randomblob rank replace round \
    row_number rtrim sign sin sinh sqlite_version sqrt strftime substr substring sum tan tanh \
    time total trim trunc typeof unicode unixepoch unlikely upper zeroblob
    """.split(separator: " ").map(String.init))
}
