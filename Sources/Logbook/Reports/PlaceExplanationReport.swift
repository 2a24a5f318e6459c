package import Racing
package import Text
import Timing

/// An explanation of a place; durations add up as in the text.
extension PlaceExplanation: JSONObject {
  package var object: JSONFields {
    [
      "what": "place", "bib": row.bib, "name": row.name, "wave": row.wave,
      "position": row.position, "ranked": rankedCount, "status": row.status.rawValue,
      "lap_out": IfAny(lapOut), "laps": row.laps, "time_ns": row.time, "flags": row.flags.names,
      "format": format.text, "rules": format.rulesText, "race_gun": IfAny(raceGun),
      "gun": IfAny(gun), "origin_place_ns": origin, "start_place_ns": start,
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
