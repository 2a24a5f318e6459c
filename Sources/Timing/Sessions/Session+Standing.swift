import Text

extension Session {
  /// Which events stand: those that no standing `reverted` takes back, one flag an entry.
  ///
  /// - Complexity: O(n).
  var standing: [Bool] {
    var stands = [Bool](repeating: true, count: entries.count)
    var taken: Set<EventID> = []
    for index in entries.indices.reversed() {
      if taken.contains(entries[index].event.id) {
        stands[index] = false
      } else if case .reverted(let target) = entries[index].event.kind {
        taken.insert(target)
      }
    }
    return stands
  }

  /// The newest event that stands, of any kind but `reverted`: what undo takes back.
  var newestToUndo: Event? {
    let standing = standing
    let index = entries.indices.last { index in
      guard standing[index] else { return false }
      if case .reverted = entries[index].event.kind { return false }
      return true
    }
    return index.map { entries[$0].event }
  }

  /// The newest undo that stands, unless an event other than `reverted` came after it: what redo
  /// takes back.
  var newestToRedo: Event? {
    let standing = standing
    var reverts: Set<EventID> = []
    for entry in entries {
      if case .reverted = entry.event.kind { reverts.insert(entry.event.id) }
    }
    for index in entries.indices.reversed() {
      guard case .reverted(let target) = entries[index].event.kind else { return nil }
      if standing[index], !reverts.contains(target) { return entries[index].event }
    }
    return nil
  }
}
