import Timing

/// Comparisons of texts as SQL makes them: Swift's `==` ignores the Unicode form.
extension String {
  func hasSameBytes(as other: String?) -> Bool {
    other.map { utf8.elementsEqual($0.utf8) } ?? false
  }
}

extension String? {
  /// Whether both have the same bytes, or there is neither.
  func hasSameBytes(as other: String?) -> Bool {
    self.map { $0.hasSameBytes(as: other) } ?? (other == nil)
  }
}

extension [String] {
  func haveSameBytes(as other: [String]) -> Bool {
    elementsEqual(other) { $0.hasSameBytes(as: $1) }
  }
}

extension Profile {
  /// Whether both have the same values, and their texts the same bytes.
  func hasSameBytes(as other: Profile) -> Bool {
    self == other && name.hasSameBytes(as: other.name) && tags.haveSameBytes(as: other.tags)
      && plan.course.hasSameBytes(as: other.plan.course)
      && (plan.segments ?? []).haveSameBytes(as: other.plan.segments ?? [])
      && plan.race.map(\.names).hasSameBytes(as: other.plan.race.map(\.names))
      && (timingPoint?.point).hasSameBytes(as: other.timingPoint?.point)
      && people.elementsEqual(other.people) {
        $0.first.hasSameBytes(as: $1.first) && $0.last.hasSameBytes(as: $1.last)
          && $0.full.hasSameBytes(as: $1.full)
      }
  }
}

extension [String]? {
  /// Whether all elements have the same bytes, or there is neither list.
  fileprivate func hasSameBytes(as other: [String]?) -> Bool {
    guard let self, let other else { return (self == nil) == (other == nil) }
    return self.haveSameBytes(as: other)
  }
}

extension RaceFormat {
  fileprivate var names: [String] {
    var names = windows.map(\.point)
    if case .points(let points) = finish { names += points }
    return names
  }
}
