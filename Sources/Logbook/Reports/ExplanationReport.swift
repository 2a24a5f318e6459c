package import Racing
package import Text
package import Timing

/// An explanation; durations add up as in the text.
extension Explanation: JSONObject {
  package var object: JSONFields {
    subject.object + [
      "running_time_ns": runningTime, "terms": terms, "events": sources, "clocks": clocks,
      "rules": rules, "finish": IfAny(finish),
      "uncounted": uncounted.map { ["event": $0.event, "flags": $0.flags.names] as JSONFields },
      "left_out": omitted, "doubt": doubt, "lap_doubt": IfAny(lapDoubt),
    ]
  }
}

extension Explanation.Subject: JSONObject {
  package var object: JSONFields {
    switch self {
    case .now: ["what": "now"]
    case .event(let version): ["what": "event", "event": version]
    case .lap(let lap, let previous):
      [
        "what": "lap", "event": lap.event, "number": lap.number, "split_ns": lap.split,
        "lap_ns": lap.lap, "previous_event": previous?.event,
        "previous_split_ns": previous?.split ?? .zero,
      ]
    }
  }
}

extension Explanation.Term: JSONObject {
  package var object: JSONFields {
    [
      "from": from.name, "from_place_ns": from.place, "to": to.name, "to_place_ns": to.place,
      "span_ns": span,
    ]
  }
}

extension Explanation.Point {
  /// The origin as a part of a line.
  package var name: String {
    switch origin {
    case .event(let version): "@\(version)"
    case .limit: "limit"
    case .now: "now"
    }
  }
}

extension Explanation.Source: JSONObject {
  package var object: JSONFields {
    [
      "event": event?.version, "kind": event?.kind.name, "at": event?.at,
      "basis": event?.basis.rawValue, "recorded_at": reading.recordedAt,
      "ticks_ns": reading.ticks, "clock": reading.clock.rawValue,
      "reading_place_ns": readingPlace, "steps": steps, "place_ns": place,
      "quality": quality.rawValue, "wall_clock_step_ns": IfAny(wallClockStep),
      "flags": flags.names,
    ]
  }
}

extension Explanation.Step: JSONObject {
  package var object: JSONFields {
    [
      "reason": reason.name, "by": IfAny(reason.event), "reading": IfAny(reason.reading),
      "span_ns": span,
    ]
  }
}

extension Explanation.Step.Reason {
  fileprivate var name: String {
    switch self {
    case .offset: "offset"
    case .stated: "stated"
    case .waited: "waited"
    case .moved: "moved"
    case .restated: "restated"
    }
  }
}

extension Explanation.ClockStart: JSONObject {
  package var object: JSONFields {
    let source: JSONFields =
      switch origin {
      case .first: [:]
      case .wallClock(let event, let place, let difference):
        ["from_event": event, "from_place_ns": place, "wall_clock_ns": difference]
      }
    return ["clock": clock.rawValue, "event": event, "ticks_ns": ticks] + source
      + ["place_ns": place, "quality": quality.rawValue]
  }
}

extension Explanation.Rule: JSONObject {
  package var object: JSONFields {
    let rule: JSONFields =
      switch value {
      case .laps(let count): ["rule": "laps", "laps": count]
      case .segments(let count): ["rule": "segments", "segments": count]
      case .limit(let limit): ["rule": "limit", "limit_ns": limit]
      case .minimumLap(let shortest): ["rule": "min_lap", "min_lap_ns": shortest]
      }
    return rule + ["event": event]
  }
}

extension Explanation.Finish: JSONObject {
  package var object: JSONFields {
    ["rule": lap == nil ? "limit" : "laps", "event": lap, "running_time_ns": runningTime]
  }
}

extension Explanation.Omission: JSONObject {
  package var object: JSONFields {
    ["event": event, "by": by, "reason": isRemoved ? "removed" : "reverted"]
  }
}

extension Explanation.Doubt: JSONObject {
  /// The size is null if it is unknown.
  package var object: JSONFields { ["size_ns": size, "reasons": reasons] }
}

extension Explanation.Doubt.Reason: JSONObject {
  package var object: JSONFields {
    switch self {
    case .bridged(let from, let to): ["reason": "bridged", "from_event": from, "to_event": to]
    case .unknownGap(let from, let to): ["reason": "unknown", "from_event": from, "to_event": to]
    case .stated(let event): ["reason": "stated", "event": event]
    case .waited(let event, let span): ["reason": "waited", "event": event, "size_ns": span]
    }
  }
}

/// An explanation of a place; durations add up as in the text.
extension PlaceExplanation: JSONObject {
  package var object: JSONFields {
    [
      "what": "place", "bib": row.bib, "name": row.name, "wave": row.wave,
      "position": row.position, "ranked": rankedCount, "status": row.status.rawValue,
      "lap_out": IfAny(lapOut), "laps": row.laps, "time_ns": row.time, "flags": row.flags.names,
      "format": format.text, "rules": format.rulesText, "race_gun": IfAny(raceGun),
      "gun": IfAny(gun), "origin_place_ns": origin, "start_place_ns": start,
      "shortest_lap_ns": IfAny(shortestLap),
      "crossings": crossings, "finish": IfAny(finish), "rulings": rulings,
      "total": IfAny(total.map { $0.object + ["shown_ns": row.time] }), "ahead": IfAny(ahead),
      "behind": IfAny(behind), "doubt": IfAny(doubt),
    ]
  }
}

extension PlaceExplanation.Total {
  fileprivate var object: JSONFields {
    [
      "first_lap": IfAny(laps?.lowerBound), "last_lap": IfAny(laps?.upperBound), "base_ns": base,
      "bunched_ns": IfAny(bunched), "penalty_ns": penalty, "time_ns": time,
      "rounded_ns": rounded,
    ]
  }
}

extension PlaceExplanation.Gun: JSONObject {
  package var object: JSONFields { ["event": event, "at": at, "place_ns": place] }
}

extension PlaceExplanation.Crossing: JSONObject {
  package var object: JSONFields {
    let result: JSONFields = [
      "event": event, "event_id": passage.event, "at": at, "place_ns": place,
      "split_ns": passage.split, "number": counts ? passage.number : nil,
      "lap_ns": counts ? passage.lap : nil, "point": passage.point, "counts": counts,
      "start": isStart,
    ]
    return result + (claim?.object ?? [:]) + ["flags": passage.flags.names]
  }
}

extension PlaceExplanation.Crossing.Claim {
  fileprivate var object: JSONFields {
    switch self {
    case .named: ["claim": "named"]
    case .assigned(let event): ["claim": "assigned", "by": event]
    case .linked(let chip, let event): ["claim": "linked", "by": event, "chip": chip]
    case .entered(let chip): ["claim": "entered", "chip": chip]
    }
  }
}

extension PlaceExplanation.Finish: JSONObject {
  package var object: JSONFields {
    ["limit_place_ns": limit, "new_lap": IfAny(newLap), "deciding": IfAny(deciding)]
  }
}

extension PlaceExplanation.Completion: JSONObject {
  package var object: JSONFields { ["lap": lap, "bib": bib, "event": event, "place_ns": place] }
}

extension PlaceExplanation.Neighbor: JSONObject {
  package var object: JSONFields {
    [
      "bib": row.bib, "name": row.name, "position": row.position, "status": row.status.rawValue,
      "laps": row.laps, "time_ns": time, "event": event,
    ] + separation.object + ["doubt": IfAny(doubt)]
  }
}

extension PlaceExplanation.Separation {
  /// The criterion that decided, and its margin.
  fileprivate var object: JSONFields {
    switch self {
    case .status: ["decided_by": "status"]
    case .classification: ["decided_by": "classified"]
    case .laps(let laps): ["decided_by": "laps", "by_laps": laps]
    case .elimination: ["decided_by": "elimination"]
    case .winner: ["decided_by": "winner"]
    case .bestLaps: ["decided_by": "best_laps"]
    case .time(let span): ["decided_by": "time", "by_ns": span]
    case .bestLap(let span): ["decided_by": "best_lap", "by_ns": span]
    case .exactTime(let span): ["decided_by": "exact_time", "by_ns": span]
    case .moment(let span): ["decided_by": "moment", "by_ns": span]
    case .recorded: ["decided_by": "recorded"]
    case .order(let event): ["decided_by": "order", "by_event": event]
    case .orderOfOthers(let event): ["decided_by": "order_of_others", "by_event": event]
    case .bib: ["decided_by": "bib"]
    case .none: ["decided_by": "nothing"]
    }
  }
}
