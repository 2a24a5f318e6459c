package import Text
import Timing

extension Race {
  /// Computes the status and the penalties of a runner from all rulings.
  ///
  /// - Complexity: O(k) in the rulings on the runner.
  mutating func updateRulings(_ bib: String) {
    let number = number(of: .bib(bib))
    noteChange(of: number)
    runners[number].status = nil
    (runners[number].penaltyTime, runners[number].penaltyLaps) = (.zero, 0)
    for ruling in rulings(on: bib) { runners[number].apply(ruling.ruling, at: ruling.place) }
  }

  /// The rulings that stand, by the bibs of their runners, in the order of their arrival.
  ///
  /// - Complexity: O(n) in the rulings.
  package var rulings: [String: [PlaceExplanation.Ruling]] {
    Dictionary(
      uniqueKeysWithValues: session.raceIndex.rulings.keys.map { ($0, rulings(on: $0)) }
    )
    .filter { !$0.value.isEmpty }
  }

  /// Returns the rulings on a runner that stand, in the order of their arrival.
  ///
  /// - Complexity: O(k) in the rulings on the runner.
  package func rulings(on bib: String) -> [PlaceExplanation.Ruling] {
    (session.raceIndex.rulings[bib] ?? []).compactMap { version -> PlaceExplanation.Ruling? in
      guard let event = session.raceEvent(version), case .ruled(let ruling) = event.event
      else { return nil }
      return PlaceExplanation.Ruling(
        event: version, place: event.place, ruling: ruling, givesStatus: false)
    }
    .withStatus
  }
}

extension Race.Runner {
  fileprivate mutating func apply(_ ruling: RaceEvent.Ruling, at place: Duration) {
    switch ruling.decision {
    case .status(let status): (self.status, statusPlace) = (status == .ok ? nil : status, place)
    case .time(let span): penaltyTime += span
    case .laps(let laps):
      // Another program may have appended any number.
      let most = RaceFormat.lapRange.upperBound
      penaltyLaps += max(-most, min(laps, most))
    }
  }
}

extension [PlaceExplanation.Ruling] {
  /// The rulings on a runner, of which the latest one with a status gives the runner that status.
  var withStatus: Self {
    var rulings = self
    let last = rulings.lastIndex { ruling in
      if case .status = ruling.ruling.decision { true } else { false }
    }
    if let last { rulings[last].givesStatus = true }
    return rulings
  }

  /// The reasons of the status and of the penalties, in their order.
  var reasons: [String] {
    compactMap { ruling in
      switch ruling.ruling.decision {
      case .status(.ok): nil
      case .status: ruling.givesStatus ? ruling.ruling.reason : nil
      case .time, .laps: ruling.ruling.reason
      }
    }
  }
}

extension PlaceExplanation.Ruling: JSONObject {
  /// The number of the event, the decision and the reason.
  package var object: JSONFields {
    let decision: JSONFields =
      switch ruling.decision {
      case .status(let status): ["status": status.rawValue]
      case .time(let span): ["penalty_ns": span]
      case .laps(let laps): ["penalty_laps": laps]
      }
    return ["event": event] + decision + ["reason": ruling.reason, "gives_status": givesStatus]
  }
}
