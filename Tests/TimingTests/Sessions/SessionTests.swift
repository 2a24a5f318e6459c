import Testing
import Timing
import TimingTestSupport
import Text

struct SessionTests {
  @Test func `laps are measured from the start and from one another`() throws {
    var track = Track()
    try track.perform(.start(.init(name: "Tempo run")))
    track.pass(.seconds(28))
    try track.perform(.lap(label: nil))
    track.pass(.milliseconds(1500))
    try track.perform(.lap(label: "bend"))
    #expect(track.splits == [.seconds(28), .milliseconds(29_500)])
    #expect(track.session.laps.map(\.lap) == [.seconds(28), .milliseconds(1500)])
    #expect(track.numbers == [1, 2])
    #expect(track.session.summary.best == .milliseconds(1500))
    #expect(track.session.summary.quality == .exact)
  }

  @Test func `a countdown has negative running times`() throws {
    var track = Track()
    try track.perform(.start(.init())) { .after(.seconds(3), $0) }
    #expect(track.phase == .countdown)
    #expect(track.runningTime == .seconds(-3))
    #expect(throws: Refusal.countingDown(.seconds(3))) { try track.perform(.lap(label: nil)) }
    track.pass(.seconds(3))
    #expect(track.phase == .running)
    #expect(track.runningTime == .zero)
  }

  @Test func `a forgotten lap is inserted and later ones are renumbered`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    track.pass(.seconds(10))
    try track.perform(.lap(label: "second"))
    track.pass(.seconds(10))
    try track.perform(.stop)
    track.pass(.seconds(60))
    try track.perform(.lap(label: "first")) { .ago(.seconds(75), $0) }
    #expect(track.session.laps.map(\.label) == ["first", "second"])
    #expect(track.numbers == [1, 2])
    #expect(track.splits == [.seconds(5), .seconds(10)])
    #expect(track.session.laps[0].flags == [.late, .stated])
    #expect(throws: Refusal.notRunningThen) {
      try track.perform(.lap(label: nil)) { .ago(.seconds(30), $0) }
    }
    #expect(throws: Refusal.beforeStart(by: .seconds(20))) {
      try track.perform(.lap(label: nil)) { .ago(.seconds(100), $0) }
    }
  }

  @Test func `any number of undos and redos works`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    for _ in 1...3 {
      track.pass(.seconds(1))
      try track.perform(.lap(label: nil))
    }
    for left in [2, 1, 0] {
      try track.perform(.undo)
      #expect(track.session.laps.count == left)
    }
    try track.perform(.undo)
    #expect(track.phase == .ready)
    #expect(throws: Refusal.nothingToUndo) { try track.perform(.undo) }
    for _ in 1...4 { try track.perform(.redo) }
    #expect(throws: Refusal.nothingToRedo) { try track.perform(.redo) }
    #expect(track.splits == [.seconds(1), .seconds(2), .seconds(3)])
    try track.perform(.undo)
    try track.perform(.name("new"))
    #expect(throws: Refusal.nothingToRedo) { try track.perform(.redo) }
  }

  @Test func `removing a false last lap makes the next one count`() throws {
    var track = Track()
    try track.perform(.start(.init(plan: Plan(laps: 2))))
    for _ in 1...3 {
      track.pass(.seconds(10))
      try track.perform(.lap(label: nil))
    }
    #expect(track.phase == .finished)
    #expect(track.numbers == [1, 2, nil])
    #expect(track.session.laps[2].flags == .afterFinish)
    #expect(track.runningTime == .seconds(20))
    try track.perform(.remove(.number(2)))
    #expect(track.numbers == [1, 2])
    #expect(track.splits == [.seconds(10), .seconds(30)])
    #expect(track.runningTime == .seconds(30))
    #expect(throws: Refusal.finished(by: Plan(laps: 2))) { try track.perform(.resume) }
  }

  @Test func `a lap exactly on the limit counts, and none after it`() throws {
    var track = Track()
    try track.perform(.start(.init(plan: Plan(limit: .seconds(10)))))
    track.pass(.seconds(10))
    #expect(track.phase == .finished)
    try track.perform(.lap(label: nil))
    track.pass(.nanoseconds(1))
    try track.perform(.lap(label: nil))
    #expect(track.numbers == [1, nil])
    #expect(track.splits == [.seconds(10), .seconds(10)])
    try track.perform(.plan(PlanChange(limit: .lifted)))
    #expect(track.numbers == [1, 2])
    #expect(track.phase == .running)
  }

  @Test func `a press that waited for the lock gets the place of the latest one`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    track.pass(.seconds(10))
    let early = track.machine.reading
    track.pass(.milliseconds(1))
    try track.perform(.lap(label: "won"))
    try track.perform(.lap(label: "waited"), reading: early)
    #expect(track.splits == [.milliseconds(10_001), .milliseconds(10_001)])
    #expect(track.session.laps[1].flags == .waited)
  }
}
