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
