import Text
import Timing

extension Race {
  /// Returns a runner whose crossings are marked where another device's counts in their place.
  ///
  /// Crossings of one point by different streams are one passage if they are not further from its
  /// first one than the rule `doubles` says. That of the lowest priority counts, then the earliest.
  ///
  /// - Parameters:
  ///   - number: the number of the runner.
  ///   - format: the format of the runner's wave.
  ///   - now: the place up to which crossings are known.
  /// - Returns: the runner.
  /// - Complexity: O(1) in a race without other streams, else O(k) in the crossings of the runner.
  func runner(_ number: Int, in format: RaceFormat, at now: Duration) -> Runner {
    guard !streams.isEmpty, let span = format.doubles else { return runners[number] }
    var runner = runners[number]
    let stream = runner.crossings.first?.source.stream
    guard runner.crossings.contains(where: { $0.source.stream != stream }) else { return runner }
    let finish = format.finishPoint
    var passages: [(first: Duration, point: String, crossings: [Int])] = []
    // The passages before it are over.
    var open = 0
    for (index, crossing) in runner.crossings.enumerated() where crossing.place <= now {
      let point = crossing.point ?? finish
      while open < passages.count, crossing.place - passages[open].first > span { open += 1 }
      let passage = passages[open...].firstIndex { passage in
        passage.point == point
          && !passage.crossings.contains {
            runner.crossings[$0].source.stream == crossing.source.stream
          }
      }
      if let passage {
        passages[passage].crossings.append(index)
      } else {
        passages.append((crossing.place, point, [index]))
      }
    }
    for passage in passages where passage.crossings.count > 1 {
      let counted = passage.crossings.min { one, two in
        (priority(runner.crossings[one]), one) < (priority(runner.crossings[two]), two)
      }
      for index in passage.crossings where index != counted {
        runner.crossings[index].flags.insert(.double)
      }
    }
    return runner
  }

  /// The priority of the device that recorded a crossing.
  private func priority(_ crossing: Crossing) -> Int {
    crossing.source.stream.map { streams[$0].priority } ?? 0
  }
}

extension RaceFormat {
  /// The point of a crossing that names none.
  var finishPoint: String {
    if case .points(let points) = finish, let last = points.last { return last }
    return "finish"
  }
}
