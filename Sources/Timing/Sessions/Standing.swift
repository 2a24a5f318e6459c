package import Text

/// Which events of a session stand: those that no standing `reverted` takes back.
///
/// Events are numbered from 0, in the order of their arrival.
struct Standing: Hashable, Sendable {
  /// How many standing events take each one back.
  private var takers: [Int32] = []
  /// The standing events that are no `reverted`, in order.
  private var undoable: [Int] = []
  /// The standing undos since the newest event that is no `reverted`, in order.
  private var redoable: [Int] = []
  private var newestOther = -1

  /// What an event is to those that come after it.
  enum Role {
    /// It took back an event that is no `reverted`.
    case undo
    /// It took back a `reverted`, or nothing at all.
    case redo
    /// It is no `reverted`.
    case other
  }

  /// The newest event that stands, of any kind but `reverted`: what undo takes back.
  var newestToUndo: Int? { undoable.last }

  /// The newest undo that stands, unless an event other than `reverted` came after it: what redo
  /// takes back.
  var newestToRedo: Int? { redoable.last }

  /// Whether an event stands.
  subscript(index: Int) -> Bool { takers[index] == 0 }

  /// Adds the next event; it stands.
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

  /// Takes an event back once more, or once less.
  ///
  /// - Returns: whether it stood before and does no longer, or the other way round.
  /// - Complexity: O(log n) for the newest that stands; else O(n), in words that are moved.
  mutating func take(back isTaken: Bool, _ index: Int, _ role: Role) -> Bool {
    takers[index] += isTaken ? 1 : -1
    guard takers[index] == (isTaken ? 1 : 0) else { return false }
    switch role {
    case .other: undoable.set(index, !isTaken)
    case .undo where index > newestOther: redoable.set(index, !isTaken)
    case .undo, .redo: break
    }
    return true
  }
}

extension [Int] {
  /// Puts a number into a sorted array, or takes it out.
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
  /// The event of this identity; nil if the session has none.
  ///
  /// - Complexity: O(log n).
  package func event(_ id: EventID) -> Event? {
    index(id, among: entries).map { entries[$0].event }
  }
}

/// Finds the events of a session by their identities.
///
/// Identities mostly grow with each event, and are then found by halving; a dictionary is made only
/// for those that do not.
struct EventIndex: Sendable {
  private var newest: EventID?
  private var isAscending = true
  private var found: [EventID: Int] = [:]

  /// The number of an event among those that arrived, from 0; nil if none has this identity.
  ///
  /// - Complexity: O(log n).
  func callAsFunction(_ id: EventID, among entries: [Session.Entry]) -> Int? {
    guard isAscending else { return found[id] }
    let index = entries.partitioningIndex { $0.event.id >= id }
    return index < entries.count && entries[index].event.id == id ? index : nil
  }

  /// Adds the event that arrives behind these.
  mutating func add(_ id: EventID, behind entries: [Session.Entry]) {
    if isAscending, newest.map({ $0 < id }) ?? true {
      newest = id
      return
    }
    if isAscending {
      isAscending = false
      for index in entries.indices { found[entries[index].event.id] = index }
    }
    found[id] = entries.count
  }
}
