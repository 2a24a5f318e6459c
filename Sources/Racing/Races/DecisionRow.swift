import Text
import Timing

/// An event of a race's own session that decides about a runner or a crossing, and that stands.
///
/// When it is taken back, the other decisions about the same runner or crossing count again.
package struct DecisionRow: Hashable, Sendable {
  /// The runner's bib, or the id of the crossing or ruling.
  package var target: String
  /// The event, by its number within the session.
  package var event: Int
  package var kind: Kind

  /// The kind of the event.
  package enum Kind: String, Sendable {
    /// A ruling on a runner, unless it is removed.
    case ruled
    /// The runner of a crossing.
    case assigned
    /// Another moment for a crossing.
    case amended
    /// The removal of a crossing or ruling.
    case removed
    /// An amendment or removal of a crossing or ruling that is taken back itself.
    case idle
  }

  package init(_ kind: Kind, of target: String, event: Int) {
    self.target = target
    self.event = event
    self.kind = kind
  }
}

extension Race {
  /// The decisions that stand, in no particular order.
  ///
  /// - Complexity: O(n) in the events of the race's own session.
  var decisionRows: [DecisionRow] {
    var rows: [DecisionRow] = []
    func add(_ versions: [Int]) {
      for version in versions {
        if let decision = session.decision(version), decision.stands { rows.append(decision.row) }
      }
    }
    rulingEvents.values.forEach(add)
    assignments.values.forEach(add)
    add(session.correctionVersions)
    return rows
  }
}

extension Session {
  /// Returns the row of a ruling, an assignment, or a correction of a crossing or ruling.
  ///
  /// - Parameter version: the number of the event within the session.
  /// - Returns: the row, and whether the event stands and, if it is a ruling, was not removed; nil
  ///   for other events, and without an effect.
  /// - Complexity: O(1).
  package func decision(_ version: Int) -> (row: DecisionRow, stands: Bool)? {
    guard let event = event(version: version) else { return nil }
    switch event.kind {
    case .race(.ruled(let ruling)):
      let row = DecisionRow(.ruled, of: ruling.bib, event: version)
      return (row, raceEvent(version) != nil)
    case .race(.assigned(let crossing, _)):
      let row = DecisionRow(.assigned, of: crossing.description, event: version)
      return (row, stands(version))
    case .amended(let id, _), .removed(let id):
      guard let target = target(of: version), self.event(version: target)?.kind.isDecided ?? false
      else { return nil }
      var kind: DecisionRow.Kind = if case .removed = event.kind { .removed } else { .amended }
      if !stands(target) { kind = .idle }
      return (DecisionRow(kind, of: id.description, event: version), stands(version))
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .planned, .reverted, .discarded, .unknown, .race(.entered), .race(.withdrawn),
      .race(.waveStarted), .race(.wavePlanned), .race(.crossed), .race(.linked), .race(.ordered),
      .race(.joined), .race(.clocksCompared):
      return nil
    }
  }
}

extension Event.Kind {
  /// Whether it is a crossing or a ruling, whose corrections are decisions.
  fileprivate var isDecided: Bool {
    guard case .race(let event) = self else { return false }
    switch event {
    case .crossed, .ruled: return true
    case .entered, .withdrawn, .waveStarted, .wavePlanned, .assigned, .linked, .ordered, .joined,
      .clocksCompared:
      return false
    }
  }
}
