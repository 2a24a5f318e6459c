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
  ///   - latest: the place up to which crossings count.
  /// - Returns: the runner.
  /// - Complexity: O(1) in a race without other streams, else O(k) in the crossings of the runner.
  func runner(_ number: Int, in format: RaceFormat, through latest: Duration) -> Runner {
    guard !streams.isEmpty else { return runners[number] }
    var runner = runners[number]
    runner.markDoubles(in: format, through: latest) { crossing in
      crossing.source.stream.map { streams[$0].priority } ?? 0
    }
    return runner
  }
}

extension Race.Runner {
  /// Flags the crossings in whose place another device's counts.
  ///
  /// - Parameters:
  ///   - format: the format of the runner's wave.
  ///   - latest: the place up to which crossings count.
  ///   - priority: returns the priority of the device that recorded a crossing.
  mutating func markDoubles(
    in format: RaceFormat, through latest: Duration, priority: (Race.Crossing) -> Int
  ) {
    let stream = crossings.first?.source.stream
    guard let span = format.doubles, crossings.contains(where: { $0.source.stream != stream })
    else { return }
    let finish = format.finishPoint
    var passages: [(first: Duration, point: String, crossings: [Int])] = []
    // The passages before it are over.
    var open = 0
    for (index, crossing) in crossings.enumerated() where crossing.place <= latest {
      let point = crossing.point ?? finish
      while open < passages.count, crossing.place - passages[open].first > span { open += 1 }
      let passage = passages[open...].firstIndex { passage in
        passage.point == point
          && !passage.crossings.contains {
            crossings[$0].source.stream == crossing.source.stream
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
        (priority(crossings[one]), one) < (priority(crossings[two]), two)
      }
      for index in passage.crossings where index != counted {
        crossings[index].flags.insert(.double)
      }
    }
  }
}

extension RaceFormat {
  /// The point of a crossing that names none.
  var finishPoint: String {
    if case .points(let points) = finish, let last = points.last { return last }
    return "finish"
  }
}
