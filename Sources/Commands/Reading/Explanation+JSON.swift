import Logbook
import Text
import Timing

extension Explanation {
  /// Writes all fields; durations add up as in the text.
  func write(to json: inout JSONWriter) {
    switch subject {
    case .now: json.field("what", "now")
    case .event(let version):
      json.field("what", "event")
      json.field("event", version)
    case .lap(let lap, let previous):
      json.field("what", "lap")
      json.field("event", lap.event)
      json.field("number", lap.number)
      json.field("split_ns", lap.split)
      json.field("lap_ns", lap.lap)
      json.field("previous_event", previous?.event)
      json.field("previous_split_ns", previous?.split ?? .zero)
    }
    json.field("running_time_ns", runningTime)
    json.array("terms") { list in
      for term in terms {
        list.object {
          $0.field("from", term.from.name)
          $0.field("from_place_ns", term.from.place)
          $0.field("to", term.to.name)
          $0.field("to_place_ns", term.to.place)
          $0.field("span_ns", term.span)
        }
      }
    }
    json.array("events") { list in
      for source in sources { list.object { source.write(to: &$0) } }
    }
    json.array("clocks") { list in
      for clock in clocks { list.object { clock.write(to: &$0) } }
    }
    json.array("rules") { list in
      for rule in rules { list.object { rule.write(to: &$0) } }
    }
    if let finish {
      json.object("finish") {
        $0.field("rule", finish.lap == nil ? "limit" : "laps")
        $0.field("event", finish.lap)
        $0.field("running_time_ns", finish.runningTime)
      }
    }
    json.array("uncounted") { list in
      for lap in uncounted {
        list.object {
          $0.field("event", lap.event)
          $0.field("flags", lap.flags.names)
        }
      }
    }
    json.array("left_out") { list in
      for omission in omitted {
        list.object {
          $0.field("event", omission.event)
          $0.field("by", omission.by)
          $0.field("reason", omission.isRemoved ? "removed" : "reverted")
        }
      }
    }
    json.object("doubt") { doubt.write(to: &$0) }
    if let lapDoubt { json.object("lap_doubt") { lapDoubt.write(to: &$0) } }
  }
}

extension Explanation.Source {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("event", event?.version)
    json.field("kind", event?.kind.name)
    json.field("at", event?.at)
    json.field("basis", event?.basis.rawValue)
    json.field("recorded_at", reading.recordedAt)
    json.field("ticks_ns", reading.ticks)
    json.field("clock", reading.clock.rawValue)
    json.field("reading_place_ns", readingPlace)
    json.array("steps") { list in
      for step in steps {
        list.object {
          $0.field("reason", step.reason.name)
          if let event = step.reason.event { $0.field("by", event) }
          if let reading = step.reason.reading { $0.field("reading", reading) }
          $0.field("span_ns", step.span)
        }
      }
    }
    json.field("place_ns", place)
    json.field("quality", quality.rawValue)
    if let wallClockStep { json.field("wall_clock_step_ns", wallClockStep) }
    json.field("flags", flags.names)
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

extension Explanation.ClockStart {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("clock", clock.rawValue)
    json.field("event", event)
    json.field("ticks_ns", ticks)
    if case .wallClock(let event, let place, let difference) = origin {
      json.field("from_event", event)
      json.field("from_place_ns", place)
      json.field("wall_clock_ns", difference)
    }
    json.field("place_ns", place)
    json.field("quality", quality.rawValue)
  }
}

extension Explanation.Rule {
  fileprivate func write(to json: inout JSONWriter) {
    switch value {
    case .laps(let count):
      json.field("rule", "laps")
      json.field("laps", count)
    case .segments(let count):
      json.field("rule", "segments")
      json.field("segments", count)
    case .limit(let limit):
      json.field("rule", "limit")
      json.field("limit_ns", limit)
    case .minimumLap(let shortest):
      json.field("rule", "min_lap")
      json.field("min_lap_ns", shortest)
    }
    json.field("event", event)
  }
}

extension Explanation.Doubt {
  /// Writes the size, null if it is unknown, and the reasons.
  func write(to json: inout JSONWriter) {
    json.field("size_ns", size)
    json.array("reasons") { list in
      for reason in reasons { list.object { reason.write(to: &$0) } }
    }
  }
}

extension Explanation.Doubt.Reason {
  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .bridged(let from, let to), .unknownGap(let from, let to):
      if case .bridged = self {
        json.field("reason", "bridged")
      } else {
        json.field("reason", "unknown")
      }
      json.field("from_event", from)
      json.field("to_event", to)
    case .stated(let event):
      json.field("reason", "stated")
      json.field("event", event)
    case .waited(let event, let span):
      json.field("reason", "waited")
      json.field("event", event)
      json.field("size_ns", span)
    }
  }
}
