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
