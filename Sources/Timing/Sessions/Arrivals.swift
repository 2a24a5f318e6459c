import Text

/// The events of a session in the order of their arrival, each with its place.
///
/// It is small on purpose: all events are read to correct one of them, and the kernel, which hands
/// out memory, spends a quarter of that time. What few events have is kept apart, so that the
/// others are copied without counting references.
struct Arrivals: RandomAccessCollection, Sendable {
  private var items: [Item] = []
  /// The ids, apart from the rest: a search then reads little memory.
  private(set) var ids: [EventID] = []
  /// The events whose ids ascend, by their numbers; they are found by binary search.
  private var ascending: [Int32] = []
  /// The numbers of the others: the ids of a batch do not ascend, since they are derived from its
  /// first id.
  private var others: [EventID: Int] = [:]
  /// The kinds other than a crossing with a bib only.
  private var kinds: [Event.Kind] = []
  /// The bibs of crossings that have nothing else; the kind of each would be an object of its own.
  private var bibs: [String] = []
  /// The batches of events that have one, by their numbers.
  private var batches: [Int: EventID] = [:]

  private struct Item {
    let at: Moment
    let reading: Reading
    let readingPlace: Duration
    let place: Duration
    /// The index of its kind; for a crossing with a bib only, -1 less the index of the bib.
    let kind: Int32
    /// The number of the event that it corrects; negative for none.
    let corrected: Int32
    /// The index of its corrections; negative for none.
    var corrections: Int32 = -1
    /// The number of standing events that take it back.
    var takers: Int32 = 0
    let flags: LapFlags
    let role: Event.Role
    let basis: Basis
    let quality: ClockQuality
    let isSound: Bool
  }

  var startIndex: Int { 0 }
  var endIndex: Int { items.count }

  /// The event with a number in the order of arrival, from 0.
  subscript(number: Int) -> Event {
    let item = items[number]
    return Event(
      id: ids[number], version: number + 1, kind: kind(number), at: item.at, basis: item.basis,
      reading: item.reading, batch: batches.isEmpty ? nil : batches[number])
  }

  /// Adds the next event, which may take back or correct the target.
  mutating func append(
    _ event: Event, _ role: Event.Role, _ placement: Placement, correcting target: Int?
  ) {
    let kind: Int32
    if case .race(.crossed(let crossing)) = event.kind, let bib = crossing.bibAlone {
      kind = -1 - Int32(bibs.count)
      bibs.append(bib)
    } else {
      kind = Int32(kinds.count)
      kinds.append(event.kind)
    }
    if let batch = event.batch { batches[items.count] = batch }
    if event.batch == nil, ascending.last.map({ ids[Int($0)] < event.id }) ?? true {
      ascending.append(Int32(items.count))
    } else {
      others[event.id] = items.count
    }
    ids.append(event.id)
    items.append(
      Item(
        at: event.at, reading: event.reading, readingPlace: placement.anchor.place,
        place: placement.place, kind: kind, corrected: target.map { Int32($0) } ?? -1,
        flags: placement.flags, role: role, basis: event.basis, quality: placement.quality,
        isSound: placement.anchor.isSound))
  }

  mutating func reserve(_ count: Int) {
    items.reserveCapacity(items.count + count)
    ids.reserveCapacity(ids.count + count)
  }

  /// Returns the number of the event with an id; nil if there is none.
  func number(of id: EventID) -> Int? {
    if let number = others[id] { return number }
    let index = ascending.partitioningIndex { ids[Int($0)] >= id }
    guard index < ascending.count, ids[Int(ascending[index])] == id else { return nil }
    return Int(ascending[index])
  }

  func kind(_ number: Int) -> Event.Kind {
    let kind = Int(items[number].kind)
    return kind < 0 ? .race(.crossed(RaceEvent.Crossing(bib: bibs[-1 - kind]))) : kinds[kind]
  }

  func raceEvent(_ number: Int) -> RaceEvent? {
    let kind = Int(items[number].kind)
    if kind < 0 { return .crossed(RaceEvent.Crossing(bib: bibs[-1 - kind])) }
    guard case .race(let event) = kinds[kind] else { return nil }
    return event
  }

  func crossing(_ number: Int) -> RaceEvent.Crossing? {
    guard case .crossed(let crossing)? = raceEvent(number) else { return nil }
    return crossing
  }

  func role(_ number: Int) -> Event.Role { items[number].role }

  func moment(_ number: Int) -> Moment { items[number].at }

  /// The wall clock at the reading of an event.
  func recordedAt(_ number: Int) -> Moment { items[number].reading.recordedAt }

  func placement(_ number: Int) -> Placement {
    let item = items[number]
    return Placement(
      anchor: Anchor(reading: item.reading, place: item.readingPlace, isSound: item.isSound),
      quality: item.quality, place: item.place, flags: item.flags)
  }

  /// Whether no standing `reverted` takes an event back.
  func stands(_ number: Int) -> Bool { items[number].takers == 0 }

  /// Changes the number of standing events that take an event back, and returns whether this
  /// changes whether the event stands.
  mutating func take(back isTaken: Bool, _ number: Int) -> Bool {
    items[number].takers += isTaken ? 1 : -1
    return items[number].takers == (isTaken ? 1 : 0)
  }

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

  mutating func setCorrections(_ number: Int, _ index: Int) {
    items[number].corrections = Int32(index)
  }
}

extension RaceEvent.Crossing {
  /// The bib of a crossing that has nothing else; nil for any other.
  fileprivate var bibAlone: String? { chip == nil && point == nil && reader == nil ? bib : nil }
}

extension Arrivals: Equatable {
  /// Whether both have the same events at the same places; the order of corrections does not
  /// matter.
  static func == (left: Arrivals, right: Arrivals) -> Bool {
    left.count == right.count
      && left.indices.allSatisfy { number in
        left[number] == right[number]
          && left.placement(number) == right.placement(number)
          && left.items[number].corrected == right.items[number].corrected
      }
  }
}
