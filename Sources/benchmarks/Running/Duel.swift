/// Measures a subject and its neighbor in turn, after one round to warm up.
///
/// `what` names the subject, and after a semicolon its neighbor. Each closure does the work once and
/// returns the seconds that count. With `events`, which a round has, the figure is a rate.
func measure(
  _ what: String, rounds: Int, events: Int? = nil, _ target: Figure.Target = .none,
  _ ours: @escaping () throws -> Double, against neighbor: @escaping () throws -> Double
) throws -> Figure {
  try Duel(rounds: rounds, [ours, neighbor]).figure(what, events: events, target)
}

/// Several measurements, taken in turn once a round, so that other load affects all of them
/// equally.
struct Duel {
  /// The seconds of each measurement in all rounds.
  let times: [[Double]]

  init(times: [[Double]]) { self.times = times }

  /// Runs all measurements once to warm up, and then `rounds` times.
  init(rounds: Int, _ bodies: [() throws -> Double]) throws {
    var times: [[Double]] = bodies.map { _ in [] }
    for round in 0...rounds {
      let order = round.isMultiple(of: 2) ? Array(bodies.indices) : bodies.indices.reversed()
      for index in order {
        let seconds = try bodies[index]()
        if round > 0 { times[index].append(seconds) }
      }
    }
    self.times = times
  }

  /// Compares the first measurement with the second by their medians, and the median of the rounds'
  /// ratios.
  func figure(_ what: String, events: Int? = nil, _ target: Figure.Target = .none) -> Figure {
    let ratio = zip(times[0], times[1]).map { $0 / $1 }.quantile(0.5)
    let texts = times.map { times in
      let seconds = times.quantile(0.5)
      return events.map { (Double($0) / seconds).rate } ?? seconds.time
    }
    return Figure(
      what: what, ours: texts[0], neighbor: texts[1], ratio: events == nil ? ratio : 1 / ratio,
      target: target)
  }
}

extension [Double] {
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
