import Text

/// The events of a session in the order of their arrival, each with its place.
///
/// It is small on purpose: all events are read to correct one of them, and the kernel, which hands
/// out memory, spends a quarter of that time. What few events have is kept apart, so that the others
/// are copied without counting references.
struct Arrivals: RandomAccessCollection, Sendable {
  private var items: [Item] = []
  /// The ids, apart from the rest: a search then reads little memory.
  private(set) var ids: [EventID] = []
  /// The kinds other than a lap without label and segment.
  private var kinds: [Event.Kind] = []
  /// The batches of events that have one, by their numbers.
  private var batches: [Int: EventID] = [:]

  private struct Item {
    let at: Moment
    let reading: Reading
    let readingPlace: Duration
    let place: Duration
    /// The index of its kind; negative for a lap without label and segment.
    let kind: Int32
    /// The number of the event that it corrects; negative for none.
    let corrected: Int32
    /// The index of its corrections; negative for none.
    var corrections: Int32 = -1
    let flags: LapFlags
    let role: Event.Role
    let basis: Basis
    let quality: ClockQuality
    let isSound: Bool
    let depth: UInt8
  }

  var startIndex: Int { 0 }
  var endIndex: Int { items.count }

  /// The event that arrived as the one with a number, from 0.
  subscript(number: Int) -> Session.Entry {
    Session.Entry(event: event(number), placement: placement(number), corrected: corrected(number))
  }

  /// Adds the next event.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - role: its role.
  ///   - placement: its place.
  ///   - target: the number of the event that it takes back or corrects.
  ///   - depth: the length of the chain of `reverted` that ends here; 0 for other kinds.
  mutating func append(
    _ event: Event, _ role: Event.Role, _ placement: Placement, correcting target: Int?,
    depth: UInt8
  ) {
    let kind: Int32
    if case .lapped(label: nil, segment: nil) = event.kind {
      kind = -1
    } else {
      kind = Int32(kinds.count)
      kinds.append(event.kind)
    }
    if let batch = event.batch { batches[items.count] = batch }
    ids.append(event.id)
    items.append(
      Item(
        at: event.at, reading: event.reading, readingPlace: placement.anchor.place,
        place: placement.place, kind: kind, corrected: target.map { Int32($0) } ?? -1,
        flags: placement.flags, role: role, basis: event.basis, quality: placement.quality,
        isSound: placement.anchor.isSound, depth: depth))
  }

  /// Reserves memory for a number of further events.
  ///
  /// - Parameters:
  ///   - count: the number.
  ///   - others: the number of those that are other than laps without label and segment.
  mutating func reserve(_ count: Int, ofOtherKinds others: Int = 0) {
    items.reserveCapacity(items.count + count)
    ids.reserveCapacity(ids.count + count)
    if others > 0 { kinds.reserveCapacity(kinds.count + others) }
  }

  func event(_ number: Int) -> Event {
    let item = items[number]
    return Event(
      id: ids[number], version: number + 1, kind: kind(number), at: item.at, basis: item.basis,
      reading: item.reading, batch: batches.isEmpty ? nil : batches[number])
  }

  func kind(_ number: Int) -> Event.Kind {
    let kind = items[number].kind
    return kind < 0 ? .lapped(label: nil) : kinds[Int(kind)]
  }

  /// The role of an event, without its kind.
  func role(_ number: Int) -> Event.Role { items[number].role }

  /// The wall-clock time of an event.
  func moment(_ number: Int) -> Moment { items[number].at }

  /// The wall clock at the reading of an event.
  func recordedAt(_ number: Int) -> Moment { items[number].reading.recordedAt }

  /// The place of an event.
  func placement(_ number: Int) -> Placement {
    let item = items[number]
    return Placement(
      anchor: Anchor(reading: item.reading, place: item.readingPlace, isSound: item.isSound),
      quality: item.quality, place: item.place, flags: item.flags)
  }

  /// The length of the chain of `reverted` that ends with an event.
  func depth(_ number: Int) -> UInt8 { items[number].depth }

  /// The number of the event that another one takes back or corrects.
  func corrected(_ number: Int) -> Int? {
    let corrected = items[number].corrected
    return corrected < 0 ? nil : Int(corrected)
  }

  /// The index of an event's own corrections in the list of the session; nil if it has none.
  func corrections(_ number: Int) -> Int? {
    let index = items[number].corrections
    return index < 0 ? nil : Int(index)
  }

  /// Sets the index of an event's corrections.
  mutating func setCorrections(_ number: Int, _ index: Int) {
    items[number].corrections = Int32(index)
  }
}

extension Arrivals: Equatable {
  /// Whether both have the same events at the same places; the order of corrections does not matter.
  static func == (left: Arrivals, right: Arrivals) -> Bool {
    left.count == right.count
      && left.indices.allSatisfy { number in
        left.event(number) == right.event(number)
          && left.placement(number) == right.placement(number)
          && left.items[number].corrected == right.items[number].corrected
          && left.depth(number) == right.depth(number)
      }
  }
}

extension Session {
  /// An event that has arrived.
  struct Entry {
    let event: Event
    let placement: Placement
    /// The number of the event that it takes back or corrects, from 0.
    let corrected: Int?
  }
}
