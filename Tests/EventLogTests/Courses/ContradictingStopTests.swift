import Testing
import Text
import Timing

@testable import EventLog
@testable import Logbook

/// A second stop of a stopped session, which only another program can write.
struct ContradictingStopTests {
  @Test func `an attempt ends at the stop that stopped its clock`() throws {
    let session = EventID(high: 1, low: 1)
    var export = HandmadeExport(device: "finish")
    var plan = Plan()
    plan.course = "golf"
    plan.segments = ["Hole 1", "Hole 2"]
    export.add(.started(Event.Start(plan: plan)), session, of: session, at: 0)
    export.add(.lapped(label: nil, segment: 1), EventID(high: 1, low: 2), of: session, at: 10)
    export.add(.stopped, EventID(high: 1, low: 3), of: session, at: 20)
    let fixture = try LogFixture()
    try fixture.open().importing(export.bytes)
    export.add(.stopped, EventID(high: 1, low: 4), of: session, at: 30)
    try fixture.open().importing(export.bytes)
    #expect(try fixture.open().check().findings == [])
    let endedAt = try #require(try fixture.open().session(1)).endedAt
    #expect(endedAt == Moment(nanosecondsSince1970: 1_800_000_000_000_000_000) + .seconds(20))
  }
}
