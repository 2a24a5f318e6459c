import Glibc
import HubTestSupport

extension MeasuredHub {
  /// The rate of 16 devices that append to 1, 4 or 16 groups, by calls of one event and of many; with
  /// a picture of it.
  func groups() throws -> [Figure] {
    let devices = 16
    for number in 1...devices {
      let verifier = "SCRAM-SHA-256$4096:x$x:x"
      let answer = try server.psql("SELECT laptimer.invite('d\(number)', '\(verifier)')")
      guard answer.exit == 0 else { throw Child.Failure(description: answer.output) }
    }
    let owner = try Device()
    let counts = [1, 4, 16]
    var lines = [
      Plot.Line(name: "1 a call", color: "#8fd38a", values: []),
      Plot.Line(name: "100 a call", color: "#7fb4ff", values: []),
    ]
    var figures: [Figure] = []
    for (index, batch) in [1, 100].enumerated() {
      var rates: [[Double]] = counts.map { _ in [] }
      for round in 0..<3 {
        for (place, groups) in counts.enumerated() {
          try empty()
          let run = "\((index * 10 + round) * 100 + groups)"
          rates[place] += try baseline(
            "counters", server.url("owner"), "\(groups)", "\(batch)", "3", run, as: owner)
        }
      }
      lines[index].values = rates.map { $0.quantile(0.5) }
      for (groups, rate) in zip(counts, lines[index].values) {
        let what = "\(devices) devices, \(groups) groups, \(batch) events a call; 1 group"
        let one = lines[index].values[0]
        figures.append(
          Figure(what: what, ours: rate.rate, neighbor: one.rate, ratio: rate / one))
      }
    }
    let plot = Plot(
      title: "Events a second of \(devices) devices at one hub", axis: "groups", counts: counts,
      lines: lines)
    let path = ".build/hub-groups.svg"
    try write(plot.svg, to: path)
    return figures + [Figure(what: "picture: `\(path)`", ours: "")]
  }
}
