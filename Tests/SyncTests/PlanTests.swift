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
    let id = UUID().uuidString.lowercased()
    let line =
      #"{"id":"\#(id)","uid":"\#(group)","kind":"x","data":{},"digest":"\#(String(repeating: "0", count: 64))"}"#
    let plans = try server.psql(
      "LOAD 'auto_explain'", "SET auto_explain.log_min_duration = 0",
      "SET auto_explain.log_nested_statements = on", "SET client_min_messages = log",
      "SET SESSION AUTHORIZATION laptimer_a",
      "SELECT * FROM laptimer.append_events('\(group)', '\(group)', 100, ARRAY['\(line)'])",
      "SELECT * FROM laptimer.append_events('\(group)', '\(group)', 100, ARRAY['\(line)'])",
      "SELECT * FROM laptimer.pull_events('\(group)', ARRAY['\(group)']::uuid[], '{50}', 2000)",
      "SELECT * FROM laptimer.take_stream('\(group)', '\(group)', 101)",
      "SELECT * FROM laptimer.heads((SELECT max(changed::text)::xid8 FROM (VALUES ('4000')) v(changed)))"
    )
    try #require(plans.exit == 0, "\(plans.output)")
    #expect(plans.output.contains("stored|101"))
    for table in ["groups", "streams", "events"] {
      #expect(plans.output.contains("on \(table) "))
      #expect(!plans.output.contains("Seq Scan on \(table) "), "\(plans.output)")
    }
  }
}
