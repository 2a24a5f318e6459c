import Sync
import Text

/// An event of the simulation: its id, and a digest that stands for its contents.
struct SimulatedEvent: Hashable {
  var id: EventID
  var digest: String

  /// The copy of the event in a rescued stream.
  var rescued: SimulatedEvent {
    SimulatedEvent(id: EventID(high: id.high, low: id.low + 1), digest: digest + "01")
  }
}

/// The hub as a value, with the semantics of its SQL functions.
struct SimulatedHub {
  struct Stream: Equatable {
    var group: EventID
    var writer: String
    var events: [SimulatedEvent]
  }

  /// An event of a group: its stream, and its version there.
  struct Entry: Equatable {
    var stream: EventID
    var version: Int
    var event: SimulatedEvent
  }

  var streams: [EventID: Stream] = [:]
  /// The events of each group in the order of their positions.
  var groups: [EventID: [Entry]] = [:]
  private var ids: [EventID: Set<EventID>] = [:]
  var revoked: Set<String> = []

  mutating func offer(
    _ events: [SimulatedEvent], of stream: EventID, in group: EventID, after: Int, by device: String
  ) -> OfferAnswer {
    let known = streams[stream]
    let version = known?.events.count ?? 0
    if after > version { return .gap(version: version) }
    let overlap = zip(known?.events[after...] ?? [], events)
    if let index = overlap.enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset {
      return .diverged(version: after + index + 1, reason: .otherEvent)
    }
    let fresh = events.dropFirst(version - after)
    if fresh.isEmpty { return .stored(version: version) }
    if let known, known.writer != device {
      return .diverged(version: version + 1, reason: .otherWriter)
    }
    if let known = ids[group], fresh.contains(where: { known.contains($0.id) }) {
      return .diverged(version: version + 1, reason: .idReused)
    }
    streams[stream, default: Stream(group: group, writer: device, events: [])].events += fresh
    ids[group, default: []].formUnion(fresh.map(\.id))
    groups[group, default: []] += fresh.enumerated().map { index, event in
      Entry(stream: stream, version: version + index + 1, event: event)
    }
    return .stored(version: after + events.count)
  }

  /// The version and writer of each stream.
  var summary: [EventID: String] { streams.mapValues { "\($0.events.count) \($0.writer)" } }

  func heads() -> [EventID: Head] {
    Dictionary(
      uniqueKeysWithValues: streams.map { uid, stream in
        let head = Head(
          group: stream.group, stream: uid, writer: stream.writer, version: stream.events.count,
          digest: stream.events.last?.digest ?? "")
        return (uid, head)
      })
  }

  /// Returns the first events of a group that a log lacks, which says how far it holds each stream.
  func pull(_ group: EventID, after held: [EventID: Int], limit: Int) -> [Entry] {
    var lacking: [Entry] = []
    for entry in groups[group] ?? [] where entry.version > held[entry.stream] ?? 0 {
      lacking.append(entry)
      if lacking.count == limit { break }
    }
    return lacking
  }

  mutating func take(_ stream: EventID, by device: String, seen: Int) -> Bool {
    guard let known = streams[stream], known.events.count == seen,
      known.writer == device || revoked.contains(known.writer)
    else { return false }
    streams[stream]?.writer = device
    return true
  }
}

/// A device as a value: its log, with the semantics of the merge.
struct SimulatedDevice {
  struct Stream: Equatable {
    var group: EventID
    var events: [SimulatedEvent]
    var isWritable: Bool
  }

  let name: String
  var streams: [EventID: Stream] = [:]
  /// The outcomes of the last exchange of each stream.
  var outcomes: [EventID: StreamExchange.Outcome] = [:]

  func localHead(_ stream: EventID) -> LocalHead? {
    streams[stream].map {
      LocalHead(
        version: $0.events.count, digest: $0.events.last?.digest ?? "", isWritable: $0.isWritable)
    }
  }

  /// Imports events after a version, all or none; returns the version at which they diverge.
  mutating func merge(
    _ events: [SimulatedEvent], of stream: EventID, in group: EventID, after: Int, isForeign: Bool
  ) -> Int? {
    var kept = streams[stream]?.events ?? []
    for (index, event) in events.enumerated() {
      let version = after + index
      if version < kept.count {
        guard kept[version] == event else { return version + 1 }
      } else {
        kept.append(event)
      }
    }
    streams[stream] = Stream(group: group, events: kept, isWritable: !isForeign)
    return nil
  }

  /// Moves the events of a stream from a version on to a stream of their own in the same group, as
  /// `sync rescue` does: without those that an earlier rescue has moved.
  mutating func rescue(_ stream: EventID, from version: Int) {
    guard let old = streams[stream] else { return }
    let present = Set(streams.values.flatMap(\.events).map(\.id))
    let moved = old.events[(version - 1)...].map(\.rescued).filter { !present.contains($0.id) }
    let isEmpty = version == 1
    streams[stream] = isEmpty ? nil : old
    streams[stream]?.events.removeLast(old.events.count - version + 1)
    guard let joined = moved.first?.rescued else { return }
    streams[joined.id] = Stream(group: old.group, events: [joined] + moved, isWritable: true)
  }
}
