import CSQLite
import Glibc

/// One line of the table: the cost of laptimer and of its neighbor, and the target.
struct Figure {
  var what: String
  var ours: String
  var neighbor: String
  /// The ratio of laptimer to the neighbor, in time or in rate.
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

  /// Seconds in a readable unit.
  var time: String {
    if self < 1e-3 { return "\((self * 1e6).hundredths) µs" }
    return self < 1 ? "\((self * 1e3).hundredths) ms" : "\(hundredths) s"
  }

  /// A number per second.
  var rate: String {
    self < 1e6 ? "\(Int(self.rounded()))/s" : "\((self / 1e6).hundredths) M/s"
  }
}

/// Several measurements, taken in turn once a round, so that other load affects all of them
/// equally.
struct Duel {
  /// The seconds of each measurement in all rounds.
  private(set) var times: [[Double]]

  /// Runs all measurements once to warm up, and then `rounds` times.
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

  /// The median time of a measurement.
  func seconds(_ index: Int) -> Double { times[index].median }

  /// The median of the ratios of two measurements in the same round.
  func ratio(_ index: Int, to other: Int) -> Double {
    zip(times[index], times[other]).map { $0 / $1 }.median
  }
}

extension [Double] {
  var median: Double {
    let sorted = sorted()
    return isEmpty ? .nan : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }

  /// The value that a given part of the elements does not exceed.
  func quantile(_ part: Double) -> Double {
    let sorted = sorted()
    return isEmpty ? .nan : sorted[Swift.min(count - 1, Int(Double(count) * part))]
  }
}

/// Runs a closure and returns its time in seconds.
func timed(_ body: () throws -> Void) rethrows -> Double {
  let began = Child.now()
  try body()
  return Child.now() - began
}

/// A description of the machine.
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
