package import Timing
package import Text
import SQLite

extension Event.Kind {
  /// The payload of this kind in its newest shape: a JSON object without spaces.
  var data: String {
    var json = JSONWriter()
    json.object { write(to: &$0) }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(to json: inout JSONWriter) {
    switch self {
    case .started(let start):
      if let name = start.name { json.field("name", name) }
      if !start.tags.isEmpty { json.field("tags", start.tags) }
      PlanChange(setting: start.plan).write(to: &json)
    case .lapped(let label):
      if let label { json.field("label", label) }
    case .timestamped(let label): json.field("label", label)
    case .named(let name): json.field("name", name)
    case .tagged(let tags), .untagged(let tags): json.field("tags", tags)
    case .identified(let people):
      json.array("people") { for person in people { person.write(to: &$0) } }
    case .planned(let change): change.write(to: &json)
    case .amended(let target, let amendment):
      json.field("target", target)
      switch amendment {
      case .by(let span): json.field("by_ns", span)
      case .at(let moment): json.field("at", moment)
      case .label(let text): json.field("label", text)
      }
    case .removed(let target), .reverted(let target): json.field("target", target)
    case .stopped, .resumed, .discarded, .unknown: break
    }
  }
}

extension PlanChange {
  fileprivate func write(to json: inout JSONWriter) {
    laps.write("laps", to: &json)
    limit.write("limit_ns", to: &json)
    minimumLap.write("min_lap_ns", to: &json)
  }
}

extension PlanChange.Rule where Value: JSONValue {
  fileprivate func write(_ name: String, to json: inout JSONWriter) {
    switch self {
    case .unchanged: break
    case .lifted: json.field(name, Value?.none)
    case .set(let value): json.field(name, value)
    }
  }
}

extension Person {
  /// Writes the object that stands for a person.
  package func write(to json: inout JSONWriter) {
    json.object {
      $0.field("first", first)
      $0.field("last", last)
      $0.field("full", full)
    }
  }
}
