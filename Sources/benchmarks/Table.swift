/// A table of contests, a line each: what ours costs, what its neighbour, and the ratio.
struct Table {
  let title: String
  let neighbour: String
  let lines: [(name: String, outcome: Contest.Outcome)]

  var text: String {
    let width = lines.map(\.name.count).max() ?? 0
    let header =
      title.padded(to: width) + "ours".padded(from: 10) + neighbour.padded(from: 18)
      + "ratio".padded(from: 8)
    let rows = lines.map { name, outcome in
      name.padded(to: width) + "\(outcome.ours.tenths) ns".padded(from: 10)
        + "\(outcome.neighbour.tenths) ns".padded(from: 18)
        + "\(outcome.ratio.hundredths)×".padded(from: 8)
    }
    return ([header] + rows).joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func padded(from width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

extension Double {
  fileprivate var tenths: String { "\((self * 10).rounded() / 10)" }

  fileprivate var hundredths: String {
    let whole = Int((self * 100).rounded())
    return "\(whole / 100)." + (whole % 100 < 10 ? "0" : "") + "\(whole % 100)"
  }
}
