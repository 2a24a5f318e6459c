import CSQLite
import Glibc

/// One line of the table: what something costs, what its neighbor, and what was aimed at.
struct Figure {
  var what: String
  var ours: String
  var neighbor: String
  /// Ours over the neighbor's, in time or in rate.
  var ratio: Double
  var target: Target

  enum Target {
    case atMost(Double)
    case atLeast(Double)
    case none

    func isMet(by ratio: Double) -> Bool {
      switch self {
      case .atMost(let most): ratio <= most
      case .atLeast(let least): ratio >= least
      case .none: true
      }
    }

    var text: String {
      switch self {
      case .atMost(let most): "≤ \(most.hundredths)"
      case .atLeast(let least): "≥ \(least.hundredths)"
      case .none: ""
      }
    }
  }

  /// A header and the lines of a Markdown table.
  static let header = """
    | what | laptimer | neighbor | ratio | target | |
    |---|---:|---:|---:|---:|---|
    """

  var line: String {
    let mark = if case .none = target { "" } else { target.isMet(by: ratio) ? "met" : "missed" }
    let ratio = ratio.isNaN ? "" : ratio.hundredths
    return "| \(what) | \(ours) | \(neighbor) | \(ratio) | \(target.text) | \(mark) |"
  }
}

extension Double {
  var hundredths: String {
    let whole = Int((self * 100).rounded())
    return "\(whole / 100)." + (whole % 100 < 10 ? "0" : "") + "\(whole % 100)"
  }

  /// Seconds as people read them.
  var time: String {
    if self < 1e-3 { return "\((self * 1e6).hundredths) µs" }
    return self < 1 ? "\((self * 1e3).hundredths) ms" : "\(hundredths) s"
  }

  /// So many a second.
  var rate: String {
    self < 1e6 ? "\(Int(self.rounded()))/s" : "\((self / 1e6).hundredths) M/s"
  }
}

/// Things that take time, each measured once a round, in turn, so that what else the machine does
/// falls on all of them alike.
struct Duel {
  /// The seconds that one round of each took, in the order of the things.
  private(set) var times: [[Double]]

  /// Runs all of them once to warm up, and then `rounds` times.
  init(rounds: Int, _ bodies: [() throws -> Double]) throws {
    times = bodies.map { _ in [] }
    for round in 0...rounds {
      let order = round.isMultiple(of: 2) ? Array(bodies.indices) : bodies.indices.reversed()
      for index in order {
        let seconds = try bodies[index]()
        if round > 0 { times[index].append(seconds) }
      }
    }
  }

  /// The median of one's seconds.
  func seconds(_ index: Int) -> Double { times[index].median }

  /// The median over the rounds of how many times one took as long as another in the same round.
  func ratio(_ index: Int, to other: Int) -> Double {
    zip(times[index], times[other]).map { $0 / $1 }.median
  }
}

extension [Double] {
  var median: Double {
    let sorted = sorted()
    return isEmpty ? .nan : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }

  /// The value that a part of them does not exceed.
  func quantile(_ part: Double) -> Double {
    let sorted = sorted()
    return isEmpty ? .nan : sorted[Swift.min(count - 1, Int(Double(count) * part))]
  }
}

/// Does something and tells how many seconds it took.
func timed(_ body: () throws -> Void) rethrows -> Double {
  let began = Child.now()
  try body()
  return Child.now() - began
}

/// Where it was measured.
enum Machine {
  static var text: String {
    var names = utsname()
    uname(&names)
    func text(_ field: some Any) -> String {
      withUnsafeBytes(of: field) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    var load = 0.0
    getloadavg(&load, 1)
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return """
      \(text(names.machine)), \(processors) × \(processor), Linux \(text(names.release)), \
      SQLite \(String(cString: sqlite3_libversion())), load \(load.hundredths)
      """
  }

  private static var processor: String {
    guard let file = fopen("/proc/cpuinfo", "r") else { return "?" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      let row = textLine(line)
      if row.hasPrefix("model name"), let colon = row.firstIndex(of: ":") {
        return String(row[colon...].dropFirst(2).dropLast())
      }
    }
    return "?"
  }
}
