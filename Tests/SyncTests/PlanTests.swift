import Foundation
import HubTestSupport
import ProcessTestSupport
import Testing

/// The plans of the statements in the functions of the hub.
@Suite(.enabled(if: HubServer.isInstalled))
struct PlanTests {
  @Test func `each statement reads the rows of one group by an index`() throws {
    let server = try HubServer()
    let owner = try Device()
    try owner.initialize(server)
    _ = try owner.invite("a")
    let group = "00000001-0000-0000-0000-000000000000"
    let filled = try server.psql(
      """
      CREATE FUNCTION pg_temp.id(n bigint) RETURNS uuid LANGUAGE sql AS \
      $$ SELECT (lpad(to_hex(n), 8, '0') || '-0000-0000-0000-000000000000')::uuid $$
      """,
      "INSERT INTO laptimer.groups SELECT pg_temp.id(n), 100, '3' FROM generate_series(1, 1000) n",
      """
      INSERT INTO laptimer.streams SELECT pg_temp.id(n), pg_temp.id(n), 'laptimer_a', 100, NULL \
      FROM generate_series(1, 1000) n
      """,
      """
      INSERT INTO laptimer.events SELECT pg_temp.id(n), v, pg_temp.id(n), v, gen_random_uuid(), \
      decode(repeat('00', 32), 'hex'), '{}' FROM generate_series(1, 1000) n, generate_series(1, 100) v
      """,
      "ANALYZE")
    try #require(filled.exit == 0, "\(filled.output)")
    // Versions 101 of a stream, the first of another one, a known one that differs, and a used id.
    let (first, next, other) = ("\(UUID())".lowercased(), "\(UUID())".lowercased(), "\(UUID())")
    func append(
      _ id: String, _ stream: String, after: Int, kind: String = "x", in group: String
    ) -> String {
      let line =
        #"{"id":"\#(id)","uid":"\#(stream)","kind":"\#(kind)","data":{"race":"\#(group)"},"#
        + #""digest":"\#(String(repeating: "0", count: 64))"}"#
      return """
        SELECT outcome FROM laptimer.append_events('\(group)', '\(stream)', \(after), ARRAY['\(line)'])
        """
    }
    let statements = [
      (append(next, group, after: 100, in: group), "stored"),
      (append(next, group, after: 100, in: group), "stored"),
      (append(first, first, after: 0, kind: "joined", in: group), "stored"),
      (append(other, group, after: 1000, in: group), "gap"),
      (append(other, group, after: 50, in: group), "diverged"),
      (append(next, group, after: 101, in: group), "diverged"),
      (
        """
        SELECT count(*) FROM laptimer.pull_events('\(group)', ARRAY['\(group)']::uuid[], '{50}', 2000)
        """, "52"
      ),
      ("SELECT laptimer.take_stream('\(group)', '\(group)', 101)", "taken"),
      (
        "SELECT count(*) FROM laptimer.heads((SELECT changed FROM (VALUES ('4'::xid8)) v(changed)))",
        "2"
      ),
    ]
    for (statement, answer) in statements {
      let plan = try self.plan(of: statement, on: server, as: "laptimer_a")
      #expect(plan.contains("\n\(answer)\n"), "\(statement): \(plan)")
      let scans = TableScan.all(in: plan)
      #expect(!scans.isEmpty)
      for scan in scans where !scan.isOfOneGroup {
        Issue.record("\(scan) of \(statement): \(plan)")
      }
    }
    let bar = try plan(
      of: "SELECT laptimer.bar('\(group)', '\(group)', 'x')", on: server, as: "owner")
    #expect(!TableScan.all(in: bar).contains { !$0.isOfOneGroup }, "\(bar)")
    // These are for people: they read a row for each session, and no events.
    for function in ["list_devices", "list_divergences"] {
      let plan = try plan(
        of: "SELECT count(*) FROM laptimer.\(function)()", on: server, as: "laptimer_a")
      #expect(TableScan.all(in: plan).allSatisfy { $0.table == "streams" }, "\(plan)")
    }
  }

  /// Returns the plans of a statement and of those in the functions that it calls, and its answer.
  private func plan(
    of statement: String, on server: HubServer, as user: String
  ) throws -> String {
    let answer = try server.psql(
      "LOAD 'auto_explain'", "SET auto_explain.log_min_duration = 0",
      "SET auto_explain.log_nested_statements = on", "SET client_min_messages = log",
      "SET SESSION AUTHORIZATION \(user)", statement)
    try #require(answer.exit == 0, "\(answer.output)")
    return "\n\(answer.output)\n"
  }
}

/// A scan of a table in a plan.
private struct TableScan: CustomStringConvertible {
  let table: Substring
  /// The lines of its node.
  private(set) var description: String

  /// Whether it reads a group by an index, or finds the groups that changed by theirs.
  var isOfOneGroup: Bool {
    description.contains("Cond: ((group_id = ") || description.contains("Cond: (group_id = ")
      || description.contains("Cond: (changed >= ")
  }

  /// Finds the scans of tables that have groups.
  static func all(in plan: String) -> [TableScan] {
    var scans: [TableScan] = []
    var isInScan = false
    for line in plan.split(separator: "\n") {
      if let match = line.firstMatch(of: /Scan.* on (groups|streams|events)\b/) {
        isInScan = true
        scans.append(TableScan(table: match.1, description: String(line)))
      } else if line.contains("->") || !line.hasPrefix(" ") {
        isInScan = false
      } else if isInScan {
        scans[scans.count - 1].description += "\n" + line
      }
    }
    return scans
  }
}
