import Racing
import Text
import Timing

/// A runner of the tables of a race, with what each crossing is compared with.
///
/// A result has many texts and lists: it would take longer to copy than a crossing to read.
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
  /// The numbers of the runners whose bibs are short numbers, by bib; below zero for none.
  private var short: [Int32] = []
  /// The numbers of the other runners.
  private var others: [String: Int] = [:]

  /// Adds a runner, who replaces one with the same bib.
  mutating func add(_ runner: TableRunner, bib: UnsafeBufferPointer<UInt8>) {
    if let value = Race.shortNumber(bib) {
      while short.count <= value { short.append(-1) }
      short[value] = Int32(truncatingIfNeeded: runners.count)
    } else {
      others[String(decoding: bib, as: UTF8.self)] = runners.count
    }
    runners.append(runner)
  }

  /// The runner with a bib in UTF-8.
  subscript(bib: UnsafeBufferPointer<UInt8>) -> TableRunner? {
    if let value = Race.shortNumber(bib) {
      guard value < short.count, short[value] >= 0 else { return nil }
      return runners[Int(short[value])]
    }
    return others[String(decoding: bib, as: UTF8.self)].map { runners[$0] }
  }
}
