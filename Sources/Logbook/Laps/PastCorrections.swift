import Text
import Timing

/// The corrections of one event among the later events of its session.
struct PastCorrections {
  private let target: Event
  private var corrections: [Event] = []
  private var reversals: [EventID: [Event]] = [:]
  private var hasBatches = false

  init(of target: Event) {
    self.target = target
  }

  /// Adds the next event of the session after the target.
  mutating func add(_ event: Event) {
    switch event.kind {
    case .reverted(let id, let isOfBatch):
      hasBatches = hasBatches || isOfBatch
      reversals[id, default: []].append(event)
    case .amended(target.id, _), .removed(target.id): corrections.append(event)
    case .amended, .removed, .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged,
      .untagged, .identified, .planned, .discarded, .race, .unknown:
      break
    }
  }

  /// Returns the standing corrections in order, without one of them.
  ///
  /// - Returns: nil if an event takes back a batch, if a chain of reversals is too long, or if the
  ///   target was taken back.
  func standing(without correction: EventID) -> [Event]? {
    guard !hasBatches, isStanding(target, 0) == true else { return nil }
    var standing: [Event] = []
    for event in corrections where event.id != correction {
      guard let isStanding = isStanding(event, 0) else { return nil }
      if isStanding { standing.append(event) }
    }
    return standing
  }

  /// Whether no standing reversal takes an event back; nil if the chain of reversals is too long.
  private func isStanding(_ event: Event, _ chain: Int) -> Bool? {
    guard chain <= PastEvents.longestChain else { return nil }
    for reversal in reversals[event.id] ?? [] where reversal.version > event.version {
      guard let isReverted = isStanding(reversal, chain + 1) else { return nil }
      if isReverted { return false }
    }
    return true
  }
}
