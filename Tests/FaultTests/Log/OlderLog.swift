import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Changes the tables of a log to those of an older version, with other columns and rows.
func makeOlder(_ path: String) throws {
  let connection = try #require(try LogFile(path).open(for: .writing, .laptimer))
  try connection.execute(
    """
    BEGIN IMMEDIATE; PRAGMA user_version = 16;
    DROP VIEW fold; CREATE TABLE fold (fold_version INTEGER NOT NULL, oldest_version INTEGER);
    INSERT INTO fold VALUES (16, 2); DROP TABLE anchors; ALTER TABLE laps DROP COLUMN place;
    UPDATE sessions SET lap_count = 99, state = '[16,null,0]'; COMMIT
    """)
}
