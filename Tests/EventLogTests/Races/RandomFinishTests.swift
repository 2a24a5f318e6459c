import Racing
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Random races whose end moves by corrections: withdrawals, removed and assigned crossings,
/// rulings, and the undo of each.
struct RandomFinishTests {
  private static let races = 0..<Seed.tries(40)

  @Test(arguments: races)
  func `the tables equal a fold after each correction`(race: Int) throws {
    var history = try FinishHistory(Seed(), isShort: race % 2 == 0)
    for _ in 0..<40 where try history.next() {
      if case let findings = try history.fixture.open(.reading).check().findings, !findings.isEmpty
      {
        let stored = try RaceDump(history.fixture.path)
        try history.fixture.open().rebuild()
        let folded = try RaceDump(history.fixture.path)
        Issue.record("\(findings)\n\(stored.differences(from: folded))\n\(history)")
        return
      }
    }
  }
}

/// A race of up to seven runners with few crossings after the end.
private struct FinishHistory: CustomStringConvertible {
  private var seed: Seed
  private(set) var fixture: LogFixture
  /// Whether a runner's laps end the race.
  private let isShort: Bool
  private var accepted: [String] = []
  /// The numbers of crossings.
  private var crossings: [Int] = []

  private static let bibs = ["1", "2", "3", "4", "5", "6", "K7"]

  var description: String { "\(seed)\n\(accepted.joined(separator: "\n"))" }

  init(_ seed: Seed, isShort: Bool) throws {
    self.seed = seed
    self.isShort = isShort
    fixture = try LogFixture.inMemory()
    let format = isShort ? Self.shortFormat(&self.seed) : SmallRace.format(&self.seed)
    try perform(.start(Event.Start(plan: Plan(race: format))))
    for bib in Self.bibs.dropLast(self.seed.below(3)) {
      try perform(.race(.entered(entry(bib))))
    }
  }

  /// A format in which somebody's lap ends the race after some crossings.
  private static func shortFormat(_ seed: inout Seed) -> RaceFormat {
    var format = RaceFormat(
      seed.chance(60)
        ? .laps(1 + seed.below(4))
        : .time(.seconds(5 + seed.below(25)), furtherLaps: seed.below(3)))
    if seed.chance(30) { format.lapped = .continue }
    if seed.chance(20) { format.first = .start }
    if seed.chance(20) { format.clock = .chip }
    if seed.chance(20) { format.minimumLap = .seconds(1 + seed.below(4)) }
    if seed.chance(20) { format.doubles = nil }
    if seed.chance(30) { format.ties = seed.chance(50) ? .shared : .bestLap }
    return format
  }

  private mutating func entry(_ bib: String) -> RaceEvent.Entry {
    var entry = RaceEvent.Entry(bib: bib)
    if seed.chance(30) { entry.chips = .set(["C\(bib)", "D\(bib)"]) }
    if seed.chance(5) { entry.chips = .set(["S"]) }
    if seed.chance(10) { entry.wave = .set("B") }
    return entry
  }

  /// Tries a command.
  ///
  /// - Returns: whether it was accepted.
  mutating func next() throws -> Bool {
    if seed.chance(60) { fixture.machine.pass(.seconds(seed.below(4))) }
    let time: Request.Time = seed.chance(15) ? .ago(.seconds(seed.below(12))) : .now
    let bib = Self.bibs[seed.below(Self.bibs.count)]
    let crossing = EventReference.event(seed.pick(from: crossings) ?? 1)
    switch seed.below(100) {
    case 0..<44:
      var crossing = RaceEvent.Crossing(bib: bib)
      if seed.chance(30) {
        crossing = RaceEvent.Crossing(chip: (seed.chance(70) ? "c" : "D") + bib)
      }
      return try perform(.race(.crossed(crossing)), time)
    case 44..<54: return try perform(.race(.withdrawn(bib: bib)))
    case 54..<60: return try perform(.race(.entered(entry(bib))))
    case 60..<68: return try perform(.remove(crossing))
    case 68..<80: return try perform(.undo)
    case 80..<85: return try perform(.redo)
    case 85..<90: return try perform(.race(.ruled(SmallRace.ruling(bib, &seed))))
    case 90..<93: return try perform(.assign(crossing, bib: seed.chance(80) ? bib : nil))
    case 93..<95: return try perform(.amend(crossing, .by(.seconds(seed.below(9) - 4))))
    case 95: return try perform(.race(.linked(chip: "C\(bib)", bib: bib)), time)
    case 96: return try perform(.race(.waveStarted(wave: "B", race: nil)))
    case 97: return try perform(.stop)
    case 98: return try perform(.resume)
    default:
      fixture.machine.pass(.seconds(20))
      return try perform(.mark(label: "late"))
    }
  }

  @discardableResult
  private mutating func perform(
    _ command: Command, _ time: Request.Time = .now
  ) throws -> Bool {
    let target: Request.Target = accepted.isEmpty ? .new(also: false) : .number(1)
    let receipt: Receipt
    do {
      receipt = try fixture.open().append(fixture.request(command, of: target, time: time))
    } catch is Rejection {
      return false
    }
    accepted.append("\(fixture.machine.wall / 1_000_000_000 % 1000): \(command)")
    if receipt.kind.isCrossing { crossings.append(receipt.version) }
    return true
  }
}
