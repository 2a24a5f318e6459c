import Text

/// A local clock whose changes a test states.
struct InventedClock: LocalClock {
  /// Seconds ahead of UTC before the first change.
  let offset: Int
  /// The moments of changes, each with the seconds ahead of UTC from then on.
  let changes: [(at: Moment, offset: Int)]

  /// An hour ahead of UTC; set forward from 2 to 3 o'clock on 2026-03-29, and back from 3 to 2
  /// o'clock on 2026-10-25.
  static let summerTime = InventedClock(
    offset: 3600,
    changes: [(utc("2026-03-29T01:00:00Z"), 7200), (utc("2026-10-25T01:00:00Z"), 3600)])

  func time(at moment: Moment) -> CivilTime {
    CivilTime(secondsSince1970: seconds(moment) + offset(at: seconds(moment)))
  }

  func seconds(showing time: CivilTime) -> [Int] {
    Set(([offset] + changes.map(\.offset)).map { time.secondsSince1970 - $0 })
      .filter { CivilTime(secondsSince1970: $0 + offset(at: $0)) == time }
      .sorted()
  }

  private func offset(at second: Int) -> Int {
    changes.last { seconds($0.at) <= second }?.offset ?? offset
  }

  private func seconds(_ moment: Moment) -> Int {
    Int((Double(moment.nanosecondsSince1970) / 1e9).rounded(.down))
  }
}

func utc(_ text: String) -> Moment {
  guard let moment = try? Moment(rfc3339: text) else { fatalError("\(text) is no moment") }
  return moment
}
