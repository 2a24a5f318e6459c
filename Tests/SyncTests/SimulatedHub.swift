import Sync
import Text

/// An event of the simulation: its id, and a digest that stands for its contents.
struct SimulatedEvent: Hashable {
  var id: EventID
  var digest: [UInt8]
}

/// The hub as a value, with the semantics of its SQL functions.
struct SimulatedHub {
  struct Stream: Equatable {
    var writer: String
    var events: [SimulatedEvent]
  }

  struct ToldDivergence: Hashable {
    var stream: EventID
    var device: String
    var version: Int
    var reason: Divergence
  }

  /// Each stream is a group of its own.
  var streams: [EventID: Stream] = [:]
  var divergences: Set<ToldDivergence> = []
  var revoked: Set<String> = []

  mutating func offer(
    _ events: [SimulatedEvent], of stream: EventID, after: Int, by device: String
  ) -> OfferAnswer {
    let known = streams[stream]
    let version = known?.events.count ?? 0
    if after > version { return .gap(version: version) }
    let overlap = zip(known?.events[after...] ?? [], events)
    if let index = overlap.enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset {
      return tell(stream, device, after + index + 1, .otherEvent)
    }
    let fresh = events.dropFirst(version - after)
    if fresh.isEmpty { return .stored(version: version) }
    if let known, known.writer != device { return tell(stream, device, version + 1, .otherWriter) }
    let ids = Set((known?.events ?? []).map(\.id))
    if fresh.contains(where: { ids.contains($0.id) }) {
      return tell(stream, device, version + 1, .idReused)
    }
    streams[stream, default: Stream(writer: device, events: [])].events += fresh
    return .stored(version: after + events.count)
  }

  private mutating func tell(
    _ stream: EventID, _ device: String, _ version: Int, _ reason: Divergence
  ) -> OfferAnswer {
    divergences.insert(
      ToldDivergence(stream: stream, device: device, version: version, reason: reason))
    return .diverged(version: version, reason: reason)
  }

  /// The version and writer of each stream.
  var summary: [EventID: String] { streams.mapValues { "\($0.events.count) \($0.writer)" } }

  func heads() -> [EventID: Head] {
    Dictionary(
      uniqueKeysWithValues: streams.map { uid, stream in
        let head = Head(
          group: uid, stream: uid, writer: stream.writer, version: stream.events.count,
          digest: stream.events.last?.digest ?? [])
        return (uid, head)
      })
  }

  func pull(_ stream: EventID, after: Int) -> [SimulatedEvent] {
    Array(streams[stream]?.events.dropFirst(after) ?? [])
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
    var events: [SimulatedEvent]
    var isWritable: Bool
  }

  let name: String
  var streams: [EventID: Stream] = [:]
  /// The exchanges that end differently than equal.
  var outcomes: [EventID: StreamExchange.Outcome] = [:]

  func held(_ stream: EventID) -> Held? {
    streams[stream].map {
      Held(
        version: $0.events.count, digest: $0.events.last?.digest ?? [], isWritable: $0.isWritable)
    }
  }

  /// Imports events after a version, all or none; returns the version at which they diverge.
  mutating func merge(
    _ events: [SimulatedEvent], of stream: EventID, after: Int, isForeign: Bool
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
    streams[stream] = Stream(events: kept, isWritable: !isForeign)
    return nil
  }
}
