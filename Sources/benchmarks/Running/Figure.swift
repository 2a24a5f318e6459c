/// One line of the table: the cost of laptimer beside that of its neighbor, or beside a limit.
struct Figure {
  var what: String
  var ours: String
  var neighbor = ""
  /// The ratio of laptimer to the neighbor, in time or in rate.
  var ratio = Double.nan
  var target = Target.none

  enum Target {
    case atMost(Double)
    case atLeast(Double)
    case none
  }

  /// A header and the rule of a Markdown table.
  static let header = """
    | what | laptimer | neighbor or limit | ratio | target | |
    |---|---:|---:|---:|---:|---|
    """

  var line: String {
    let (bound, isMet) =
      switch target {
      case .atMost(let most): ("≤ \(most.hundredths)", ratio <= most ? "met" : "missed")
      case .atLeast(let least): ("≥ \(least.hundredths)", ratio >= least ? "met" : "missed")
      case .none: ("", "")
      }
    let cells = [what, ours, neighbor, ratio.isNaN ? "" : ratio.hundredths, bound, isMet]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}

extension Figure {
  /// Seconds beside their limit.
  init(_ what: String, _ seconds: Double, atMost limit: Double) {
    self.init(
      what: what, ours: seconds.time, neighbor: "≤ " + limit.time, ratio: seconds / limit,
      target: .atMost(1))
  }

  /// Bytes beside their limit.
  init(_ what: String, memory: Int, atMost limit: Int) {
    self.init(
      what: what, ours: memory.megabytes, neighbor: "≤ " + limit.megabytes,
      ratio: Double(memory) / Double(limit), target: .atMost(1))
  }

  /// A number of events per second beside its limit.
  init(_ what: String, _ events: Int, in seconds: Double, atLeast limit: Double) {
    let rate = Double(events) / seconds
    self.init(
      what: what, ours: rate.rate, neighbor: "≥ " + limit.rate, ratio: rate / limit,
      target: .atLeast(1))
  }
}

extension Double {
  var hundredths: String {
    let whole = Int((self * 100).rounded())
    return "\(whole / 100)." + (whole % 100 < 10 ? "0" : "") + "\(whole % 100)"
  }

  /// Seconds in a readable unit.
  var time: String { "\((self * unit.factor).hundredths) \(unit.name)" }

  /// Seconds in a readable unit, to two digits.
  var roughTime: String {
    let tenths = (self * unit.factor * 10).rounded()
    let isWhole = tenths >= 100 || tenths.remainder(dividingBy: 10) == 0
    return "\(isWhole ? "\(Int((tenths / 10).rounded()))" : "\(tenths / 10)") \(unit.name)"
  }

  private var unit: (name: String, factor: Double) {
    [("ns", 1e9), ("µs", 1e6), ("ms", 1e3)].first { abs(self) * $0.1 < 999.995 } ?? ("s", 1)
  }

  /// A number per second.
  var rate: String {
    self < 1e6 ? "\(Int(rounded()).spaced)/s" : "\((self / 1e6).hundredths) M/s"
  }
}

extension Int {
  /// The number with separators: `10,000,000`.
  var spaced: String {
    self < 1000 ? "\(self)" : (self / 1000).spaced + "," + "\(1000 + self % 1000)".dropFirst()
  }

  /// Bytes as megabytes.
  var megabytes: String { "\((Double(self) / 1e6).hundredths) MB" }
}
