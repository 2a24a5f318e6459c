import Text
import Timing

/// An event of a race's own session that decides about a runner or a crossing, and that stands.
///
/// What the others about the same runner or crossing say counts again when it is taken back.
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
    for (bib, versions) in rulingEvents {
      for version in versions where session.raceEvent(version) != nil {
        rows.append(DecisionRow(.ruled, of: bib, event: version))
      }
    }
    for (crossing, versions) in assignments {
      for version in versions where session.raceEvent(version) != nil {
        rows.append(DecisionRow(.assigned, of: crossing.description, event: version))
      }
    }
    for version in session.correctionVersions {
      if let decision = session.decision(version), decision.stands { rows.append(decision.row) }
    }
    return rows
  }
}

extension Session {
  /// Returns the row of a ruling, an assignment, or a correction of a crossing or ruling.
  ///
  /// - Parameter version: the number of the event within the session.
  /// - Returns: the row, and whether it stands, as that which it corrects does; nil for other
  ///   events, and without an effect.
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
      let kind: DecisionRow.Kind = if case .removed = event.kind { .removed } else { .amended }
      let row = DecisionRow(kind, of: id.description, event: version)
      return (row, stands(version) && stands(target))
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
