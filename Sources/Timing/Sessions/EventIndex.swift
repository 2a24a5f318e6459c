package import Text

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
