import Racing
import Text
import Timing

extension PlaceExplanation {
  /// Writes all fields; durations add up as in the text.
  func write(to json: inout JSONWriter) {
    json.field("what", "place")
    json.field("bib", row.bib)
    json.field("name", row.name)
    json.field("wave", row.wave)
    json.field("position", row.position)
    json.field("ranked", rankedCount)
    json.field("status", row.status.rawValue)
    if let lapOut { json.field("lap_out", lapOut) }
    json.field("laps", row.laps)
    json.field("time_ns", row.time)
    json.field("flags", row.flags.names)
    json.field("format", format.text)
    json.field("rules", format.rulesText)
    raceGun?.write("race_gun", to: &json)
    gun?.write("gun", to: &json)
    json.field("origin_place_ns", origin)
    json.field("start_place_ns", start)
    json.array("crossings") { list in
      for crossing in crossings { list.object { crossing.write(to: &$0) } }
    }
    if let finish {
      json.object("finish") { json in
        json.field("limit_place_ns", finish.limit)
        finish.newLap?.write("new_lap", to: &json)
        finish.deciding?.write("deciding", to: &json)
      }
    }
    json.array("rulings") { list in
      for ruling in rulings { list.object { ruling.write(to: &$0) } }
    }
    if let total {
      json.object("total") {
        if let laps = total.laps {
          $0.field("first_lap", laps.lowerBound)
          $0.field("last_lap", laps.upperBound)
        }
        $0.field("base_ns", total.base)
        if let bunched = total.bunched { $0.field("bunched_ns", bunched) }
        $0.field("penalty_ns", total.penalty)
        $0.field("time_ns", total.time)
        $0.field("rounded_ns", total.rounded)
        $0.field("shown_ns", row.time)
      }
    }
    ahead?.write("ahead", to: &json)
    behind?.write("behind", to: &json)
    if let doubt { json.object("doubt") { doubt.write(to: &$0) } }
  }
}

extension PlaceExplanation.Gun {
  fileprivate func write(_ name: String, to json: inout JSONWriter) {
    json.object(name) {
      $0.field("event", event)
      $0.field("at", at)
      $0.field("place_ns", place)
    }
  }
}

extension PlaceExplanation.Crossing {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("event", event)
    json.field("event_id", passage.event)
    json.field("at", at)
    json.field("place_ns", place)
    json.field("split_ns", passage.split)
    json.field("number", counts ? passage.number : nil)
    json.field("lap_ns", counts ? passage.lap : nil)
    json.field("point", passage.point)
    json.field("counts", counts)
    json.field("start", isStart)
    switch claim {
    case nil: break
    case .named: json.field("claim", "named")
    case .assigned(let event):
      json.field("claim", "assigned")
      json.field("by", event)
    case .linked(let chip, let event):
      json.field("claim", "linked")
      json.field("by", event)
      json.field("chip", chip)
    case .entered(let chip):
      json.field("claim", "entered")
      json.field("chip", chip)
    }
    json.field("flags", passage.flags.names)
  }
}

extension PlaceExplanation.Completion {
  fileprivate func write(_ name: String, to json: inout JSONWriter) {
    json.object(name) {
      $0.field("lap", lap)
      $0.field("bib", bib)
      $0.field("event", event)
      $0.field("place_ns", place)
    }
  }
}

extension PlaceExplanation.Neighbor {
  fileprivate func write(_ name: String, to json: inout JSONWriter) {
    json.object(name) {
      $0.field("bib", row.bib)
      $0.field("name", row.name)
      $0.field("position", row.position)
      $0.field("status", row.status.rawValue)
      $0.field("laps", row.laps)
      $0.field("time_ns", time)
      $0.field("event", event)
      separation.write(to: &$0)
      if let doubt { $0.object("doubt") { doubt.write(to: &$0) } }
    }
  }
}

extension PlaceExplanation.Separation {
  /// Writes what decided, and by how much.
  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .status: json.field("decided_by", "status")
    case .classification: json.field("decided_by", "classified")
    case .laps(let laps):
      json.field("decided_by", "laps")
      json.field("by_laps", laps)
    case .elimination: json.field("decided_by", "elimination")
    case .winner: json.field("decided_by", "winner")
    case .bestLaps: json.field("decided_by", "best_laps")
    case .time(let span):
      json.field("decided_by", "time")
      json.field("by_ns", span)
    case .bestLap(let span):
      json.field("decided_by", "best_lap")
      json.field("by_ns", span)
    case .exactTime(let span):
      json.field("decided_by", "exact_time")
      json.field("by_ns", span)
    case .moment(let span):
      json.field("decided_by", "moment")
      json.field("by_ns", span)
    case .recorded: json.field("decided_by", "recorded")
    case .order(let event):
      json.field("decided_by", "order")
      json.field("by_event", event)
    case .orderOfOthers(let event):
      json.field("decided_by", "order_of_others")
      json.field("by_event", event)
    case .bib: json.field("decided_by", "bib")
    case .none: json.field("decided_by", "nothing")
    }
  }
}
