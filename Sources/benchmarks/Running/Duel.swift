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

  /// The median time of a measurement.
  func seconds(_ index: Int) -> Double { times[index].quantile(0.5) }

  /// Compares a measurement with another one by their medians, and the median of the rounds' ratios.
  func figure(
    _ what: String, of index: Int = 0, against other: Int = 1, events: Int? = nil,
    _ target: Figure.Target = .none
  ) -> Figure {
    let ratio = zip(times[index], times[other]).map { $0 / $1 }.quantile(0.5)
    func text(_ index: Int) -> String {
      events.map { (Double($0) / seconds(index)).rate } ?? seconds(index).time
    }
    return Figure(
      what: what, ours: text(index), neighbor: text(other),
      ratio: events == nil ? ratio : 1 / ratio, target: target)
  }

  /// Compares a quantile of the first measurement with that of another one.
  func figure(
    _ what: String, quantile part: Double, against other: Int = 1, _ target: Figure.Target = .none
  ) -> Figure {
    let (ours, neighbor) = (times[0].quantile(part), times[other].quantile(part))
    return Figure(
      what: what, ours: ours.time, neighbor: neighbor.time, ratio: ours / neighbor, target: target)
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
