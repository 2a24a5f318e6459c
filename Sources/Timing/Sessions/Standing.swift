package import Text

/// The standing events of a session: those that no standing `reverted` takes back.
///
/// Events are numbered from 0, in the order of their arrival.
struct Standing: Hashable, Sendable {
  /// The number of standing events that take each event back.
  private var takers: [Int32] = []
  /// The standing events other than `reverted`, in order.
  private var undoable: [Int] = []
  /// The standing undos since the newest event other than `reverted`, in order.
  private var redoable: [Int] = []
  private var newestOther = -1

  /// The role of an event for later ones.
  enum Role {
    /// It took back an event other than `reverted`.
    case undo
    /// It took back a `reverted`, or nothing.
    case redo
    /// It is not a `reverted`.
    case other
  }

  /// The newest standing event other than `reverted`, which undo takes back.
  var newestToUndo: Int? { undoable.last }

  /// The newest undo that stands, unless an event other than `reverted` came after it: what redo
  /// takes back.
  var newestToRedo: Int? { redoable.last }

  /// Whether an event is standing.
  subscript(index: Int) -> Bool { takers[index] == 0 }

  /// Reserves memory for a number of further events.
  mutating func reserve(_ count: Int) {
    takers.reserveCapacity(takers.count + count)
    undoable.reserveCapacity(undoable.count + count)
  }

  /// Adds the next event, which is standing.
  mutating func append(_ role: Role) {
    let index = takers.count
    takers.append(0)
    switch role {
    case .other:
      undoable.append(index)
      newestOther = index
      if !redoable.isEmpty { redoable = [] }
    case .undo: redoable.append(index)
    case .redo: break
    }
  }

  /// Changes the number of standing events that take an event back.
  ///
  /// - Returns: whether this changes whether the event is standing.
  /// - Complexity: O(log n) for the newest that stands; else O(n), in words that are moved.
  mutating func take(back isTaken: Bool, _ index: Int, _ role: Role) -> Bool {
    guard take(back: isTaken, index) else { return false }
    switch role {
    case .other: undoable.set(index, !isTaken)
    case .undo where index > newestOther: redoable.set(index, !isTaken)
    case .undo, .redo: break
    }
    return true
  }

  /// Changes the number of standing events that take an event back, without the list of those that
  /// undo can take back.
  ///
  /// - Returns: whether this changes whether the event is standing.
  mutating func take(back isTaken: Bool, _ index: Int) -> Bool {
    takers[index] += isTaken ? 1 : -1
    return takers[index] == (isTaken ? 1 : 0)
  }

  /// Adds events other than `reverted` to those that undo can take back, or removes them.
  ///
  /// - Parameters:
  ///   - numbers: the events, in order.
  ///   - isIn: whether they are added.
  /// - Complexity: O(n log n) in these events and in those after the first of them.
  mutating func setUndoable(_ numbers: [Int], _ isIn: Bool) {
    guard let first = numbers.first else { return }
    let start = undoable.partitioningIndex { $0 >= first }
    let later = Set(undoable[start...])
    let changed = isIn ? later.union(numbers) : later.subtracting(numbers)
    undoable.replaceSubrange(start..., with: changed.sorted())
  }
}

extension [Int] {
  /// Inserts a number into a sorted array, or removes it.
  fileprivate mutating func set(_ number: Int, _ isIn: Bool) {
    if last == number {
      if !isIn { removeLast() }
      return
    }
    let index = partitioningIndex { $0 >= number }
    let isThere = index < count && self[index] == number
    if isIn, !isThere { insert(number, at: index) }
    if !isIn, isThere { remove(at: index) }
  }
}

extension Session {
  /// Returns the event with an id; nil if the session has none.
  ///
  /// - Complexity: O(log n).
  package func event(_ id: EventID) -> Event? {
    index(id, among: entries).map { entries.event($0) }
  }
}

/// Finds the events of a session by their ids.
///
/// Ids usually increase, and are found by binary search. The dictionary has the other ids: those of
/// a batch do not increase, since they are derived from its first id.
struct EventIndex: Sendable {
  /// The events whose ids ascend, by their numbers from 0; nil while they are all events.
  private var ascending: [Int32]?
  private var newest: EventID?
  private var others: [EventID: Int] = [:]

  /// Returns the number of an event in the order of arrival, from 0; nil if none has the id.
  ///
  /// - Complexity: O(log n).
  func callAsFunction(_ id: EventID, among entries: Arrivals) -> Int? {
    if let number = others[id] { return number }
    return entries.ids.withUnsafeBufferPointer { ids in
      guard let ascending else {
        // Most corrections are of the newest events.
        for index in ids.indices.suffix(2).reversed() where ids[index] == id { return index }
        return search(id, among: ids.count) { ids[$0] }
      }
      return ascending.withUnsafeBufferPointer { numbers in
        search(id, among: numbers.count) { ids[Int(numbers[$0])] }.map { Int(numbers[$0]) }
      }
    }
  }

  /// Returns the index of an id among ascending ones; nil if it is none of them.
  ///
  /// Each step selects a half without a branch, which could not be predicted.
  @inline(__always)
  private func search(
    _ id: EventID, among total: Int, _ other: (Int) -> EventID
  ) -> Int? {
    // The last id that is not greater.
    var (index, count) = (0, total)
    while count > 1 {
      let half = count / 2
      index = id < other(index + half) ? index : index + half
      count -= half
    }
    return count > 0 && other(index) == id ? index : nil
  }

  /// Adds the next event.
  mutating func add(_ id: EventID, isInBatch: Bool, behind entries: Arrivals) {
    let number = entries.count
    if !isInBatch, newest.map({ $0 < id }) ?? true {
      newest = id
      ascending?.append(Int32(truncatingIfNeeded: number))
      return
    }
    if ascending == nil { ascending = (0..<number).map { Int32(truncatingIfNeeded: $0) } }
    others[id] = number
  }
}
