import Testing

@Suite struct EventsTests {
  let shell = Shell()

  @Test func `events prints a line for each event, of a session or after a position`() {
    shell(
      "start 'Tempo run' --tag track --tag '10 k' --laps 18 --min-lap 5", .milliseconds(28250),
      "lap 'Hole 1'", "start --also --countdown 10", "mark pit --session 1 --ago 2",
      "amend 1 --by -1.5s --session 1", "amend 1 --at 09:00:20 --session 1",
      "amend 1 --label warm --session 1", "remove 1 --session 1",
      "plan --laps none --limit 1h --session 1", "undo --session 1", "stop --session 1",
      "resume --session 1", "name 'Slow run' --session 1", "tag --remove track --session 1",
      "discard 1")
    #expect(shell("events 2").text == "     3  2@1       2027-01-15 09:00:38.250  started")
    #expect(shell("events --after 14").output.split(separator: "\n").count == 1)
    #expect(shell("events --after 15") == Answer())
    #expect(shell("events 'Slow run' --after 14").output.contains("1@14 "))
    #expect(shell("events nobody").exit == 66)
    #expect(shell("events --after x").exit == 64)
    shell.offset = 7200
    #expect(
      shell("events") == """
             1  1@1       2027-01-15 10:00:00.000  started      "Tempo run" #track #10 k \
        laps 18 min-lap 00:05.0
             2  1@2       2027-01-15 10:00:28.250  lapped       "Hole 1"
             3  2@1       2027-01-15 10:00:38.250  started
             4  1@3       2027-01-15 10:00:26.250  timestamped  "pit" (ago)
             5  1@4       2027-01-15 10:00:28.250  amended      @2 -00:01.5
             6  1@5       2027-01-15 10:00:28.250  amended      @2 to 2027-01-15 10:00:20.000
             7  1@6       2027-01-15 10:00:28.250  amended      @2 "warm"
             8  1@7       2027-01-15 10:00:28.250  removed      @2
             9  1@8       2027-01-15 10:00:28.250  planned      laps none limit 1:00:00.0
            10  1@9       2027-01-15 10:00:28.250  reverted     @8
            11  1@10      2027-01-15 10:00:28.250  stopped
            12  1@11      2027-01-15 10:00:28.250  resumed
            13  1@12      2027-01-15 10:00:28.250  named        "Slow run"
            14  1@13      2027-01-15 10:00:28.250  untagged     #track
            15  1@14      2027-01-15 10:00:28.250  discarded
        """)
  }

  @Test func `the JSON of events has one object per line`() {
    #expect(shell("events") == Answer())
    #expect(shell("events --json") == Answer())
    #expect(shell("events --format json") == "[]")
    #expect(shell("events --format table") == Answer())
    shell("start 'Tempo run' --limit 1h", .seconds(28), "lap --ago 1")
    let lines = [
      """
      {"position":1,"session":1,"uid":"01920000-0000-7000-8000-000000000001","version":1,\
      "id":"01920000-0000-7000-8000-000000000001","kind":"started","kind_version":1,\
      "at":"2027-01-15T08:00:00.000000000Z","basis":"measured",\
      "recorded_at":"2027-01-15T08:00:00.000000000Z","ticks_ns":5000000000,"clock":1,\
      "source":"cli","data":{"name":"Tempo run","limit_ns":3600000000000}}
      """,
      """
      {"position":2,"session":1,"uid":"01920000-0000-7000-8000-000000000001","version":2,\
      "id":"01920000-0000-7000-8000-000000000002","kind":"lapped","kind_version":1,\
      "at":"2027-01-15T08:00:27.000000000Z","basis":"ago",\
      "recorded_at":"2027-01-15T08:00:28.000000000Z","ticks_ns":33000000000,"clock":1,\
      "source":"cli","data":{}}
      """,
    ]
    #expect(shell("events --json").output == lines[0] + "\n" + lines[1] + "\n")
    #expect(shell("events --format ndjson") == shell("events --json"))
    #expect(shell("events --format json").text == "[\(lines[0]),\n\(lines[1])]")
    #expect(shell("events --after 1 --json").output == lines[1] + "\n")
    #expect(
      shell("events --format csv").text == """
        position,session,uid,version,id,kind,kind_version,at,basis,recorded_at,ticks_ns,clock,\
        source,data
        1,1,01920000-0000-7000-8000-000000000001,1,01920000-0000-7000-8000-000000000001,\
        started,1,2027-01-15T08:00:00.000000000Z,measured,2027-01-15T08:00:00.000000000Z,\
        5000000000,1,cli,"{""name"":""Tempo run"",""limit_ns"":3600000000000}"
        2,1,01920000-0000-7000-8000-000000000001,2,01920000-0000-7000-8000-000000000002,\
        lapped,1,2027-01-15T08:00:27.000000000Z,ago,2027-01-15T08:00:28.000000000Z,\
        33000000000,1,cli,{}
        """)
    #expect(
      shell("events --format table").text == """
        position  event  moment                   kind     what
               1  1@1    2027-01-15 09:00:00.000  started  "Tempo run" limit 1:00:00.0
               2  1@2    2027-01-15 09:00:27.000  lapped   (ago)
        """)
  }

  @Test func `events in several chunks are complete`() {
    shell("start")
    let script = (1...2500).map { "lap \($0)" }.joined(separator: "\n")
    #expect(shell("record --json", input: script).exit == 0)
    let positions = shell("events --format csv").lines.dropFirst()
      .compactMap { Int($0.prefix { $0 != "," }) }
    #expect(positions == Array(1...2501))
  }
}
