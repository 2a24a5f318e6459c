import Text
import Timing

/// The crossings of a race that are placed once, after many events.
struct DeferredChanges: Sendable {
  /// The least number of crossings that are placed together before the last ones.
  var least = 1 << 14
  /// The number of crossings that were placed before.
  var placed = 0
  /// The crossings to be placed; some may be named several times.
  var sources: [Race.Source] = []
  /// The streams all of whose crossings are to be placed.
  var streams: Set<Int> = []
  /// The chips all of whose crossings are to be placed.
  var chips: Set<Int> = []

  /// Whether they are made before further events are applied, since there are many.
  ///
  /// While another thread reads the events, there is time to place crossings, which would be added
  /// at the end. The number grows with that of all crossings, so that a chip or a stream which each
  /// part concerns is placed O(log n) times.
  var areMany: Bool { sources.count >= max(least, placed / 8) }
}

extension Race {
  /// Makes the deferred changes if they are many, and defers the next ones.
  mutating func makeManyDeferredChanges() {
    guard let made = deferred, made.areMany else { return }
    makeDeferredChanges()
    deferred = DeferredChanges(least: made.least, placed: made.placed + made.sources.count)
  }

  mutating func makeDeferredChanges() {
    guard let deferred else { return }
    self.deferred = nil
    var sources = deferred.sources
    for stream in deferred.streams {
      sources += streams[stream].crossings.map { Source(stream: stream, version: $0) }
    }
    for chip in deferred.chips {
      for runner in chips[chip].holders {
        sources += runners[runner].crossings.lazy.filter { $0.chip == chip }.map(\.source)
      }
    }
    sources.sort()
    var isKept: Set<Int> = []
    var next = 0
    for source in sources where next == 0 || sources[next - 1] != source {
      sources[next] = source
      next += 1
      if let held = held[source] { isKept.insert(held.runner) }
    }
    sources.removeSubrange(next...)
    for runner in isKept {
      noteChange(of: runner)
      _ = runners[runner].removeCrossings { sources.contains(inOrder: $0.source) }
    }
    keep(sources)
  }
}

extension Race {
  /// Gives crossings that no runner has to their runners.
  ///
  /// - Complexity: O(n log n) in these crossings, and in those of their runners if they are earlier.
  mutating func keep(_ sources: [Source]) {
    var unordered: Set<Int> = []
    var crossings: [(runner: Int, crossing: Crossing)] = []
    for source in sources {
      guard let kept = kept(source) else {
        held[source] = nil
        continue
      }
      note(source, kept)
      crossings.append(kept)
    }
    // In a loop of its own, the processor fetches the lists of several runners at once.
    for (runner, crossing) in crossings {
      if let last = runners[runner].crossings.last, crossing < last { unordered.insert(runner) }
      runners[runner].crossings.append(crossing)
    }
    // Each list is sorted once.
    for runner in unordered { runners[runner].crossings.sort() }
  }
}

extension [Race.Source] {
  fileprivate func contains(inOrder source: Race.Source) -> Bool {
    let index = partitioningIndex { $0 >= source }
    return index < count && self[index] == source
  }
}

/// The corrections of other streams by the race's own stream.
extension Race {
  /// Notes a correction of the race's own stream whose target is none of its earlier events, and
  /// updates the target, or its batch.
  mutating func correct(_ target: EventID, by version: Int) {
    Self.note(version, in: &corrections[target, default: []])
    guard let source = source(of: target), let stream = source.stream, let event = event(source)
    else { return }
    var events = [event]
    if case .reverted(_, batch: true) = session.event(version: version)?.kind {
      events = streams[stream].session.batch(of: event)
    }
    for event in events {
      reverse(event, stream)
      update(stream, rootsOf: event.version)
    }
  }

  /// Takes back an event of another stream if a reversal of the race's own stream does so, by
  /// itself or with its batch.
  mutating func reverse(_ event: Event, _ stream: Int) {
    var isTaken = isReverted(event.id)
    if !isTaken, let batch = event.batch, isReverted(batch, withBatch: true) {
      isTaken = streams[stream].session.isInBatch(event)
    }
    if streams[stream].take(back: isTaken, event.version) { placeCrossings(ofStream: stream) }
  }

  /// Whether a standing reversal of the race's own stream names an event.
  private func isReverted(_ target: EventID, withBatch: Bool = false) -> Bool {
    (corrections[target] ?? []).contains { version in
      guard session.stands(version),
        case .reverted(_, let batch) = session.event(version: version)?.kind
      else { return false }
      return batch || !withBatch
    }
  }
}
