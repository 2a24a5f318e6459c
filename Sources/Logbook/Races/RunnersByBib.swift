import Racing
import Text
import Timing

/// The values of a runner of the tables that each crossing is compared with.
///
/// To copy a whole result, with its texts and lists, takes longer than to read a crossing.
struct TableRunner {
  /// The index of the wave.
  var wave: Int
  /// The index within the wave.
  var index: Int
  /// The own start; nil without one.
  var start: Duration?
  /// The last lap.
  var last: Duration?
  /// The best lap.
  var best: Duration?

  /// Whether a table of results may show a lap time of the runner.
  func shows(_ lap: Duration) -> Bool { Standings.mayBeShown(lap, last: last, best: best) }
}

/// The runners of the tables of a race.
struct RunnersByBib {
  private var runners: [TableRunner] = []
  /// The indices of the runners whose bibs are short numbers.
  private var short = ShortBibs()
  /// The indices of the other runners, by bib.
  private var others: [String: Int] = [:]

  /// Adds a runner, who replaces one with the same bib.
  mutating func add(_ runner: TableRunner, bib: UnsafeBufferPointer<UInt8>) {
    if let value = ShortBibs.value(bib) {
      short[value] = runners.count
    } else {
      others[String(decoding: bib, as: UTF8.self)] = runners.count
    }
    runners.append(runner)
  }

  /// The runner with a bib in UTF-8.
  subscript(bib: UnsafeBufferPointer<UInt8>) -> TableRunner? {
    if let value = ShortBibs.value(bib) { return short[value].map { runners[$0] } }
    return others[String(decoding: bib, as: UTF8.self)].map { runners[$0] }
  }
}
