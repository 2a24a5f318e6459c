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
