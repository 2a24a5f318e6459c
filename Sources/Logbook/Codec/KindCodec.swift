import EventLog
import SQLite
package import Text
package import Timing

extension Event.Kind {
  /// The name of the kind in the log.
  package var name: String {
    switch self {
    case .started: "started"
    case .stopped: "stopped"
    case .resumed: "resumed"
    case .lapped: "lapped"
    case .timestamped: "timestamped"
    case .named: "named"
    case .tagged: "tagged"
    case .untagged: "untagged"
    case .identified: "identified"
    case .planned: "planned"
    case .amended: "amended"
    case .removed: "removed"
    case .reverted: "reverted"
    case .discarded: "discarded"
    case .race(let event): event.name
    case .unknown(let name): name
    }
  }

  /// The newest version of the payload of a kind; 1 for an unknown kind.
  static func newestVersion(of name: String) -> Int {
    switch name {
    case "started", "planned", "lapped", "amended", "reverted": 2
    default: 1
    }
  }

  /// The version of its payload: the oldest that can hold it.
  package var version: Int {
    switch self {
    case .started(let start): PlanChange(setting: start.plan).isOfFirstVersion ? 1 : 2
    case .planned(let change): change.isOfFirstVersion ? 1 : 2
    case .lapped(_, let segment): segment == nil ? 1 : 2
    case .amended(_, let amendment): amendment.isOfFirstVersion ? 1 : 2
    case .reverted(_, let isBatch): isBatch ? 2 : 1
    case .stopped, .resumed, .timestamped, .named, .tagged, .untagged, .identified, .removed,
      .discarded, .race, .unknown:
      1
    }
  }

  /// Creates the kind with a name from its payload.
  ///
  /// Nil if the payload lacks a field that the kind needs.
  ///
  /// - Parameters:
  ///   - name: any name; an unknown one makes an unknown kind.
  ///   - version: the version of the payload; each has the fields of the ones before.
  ///   - payload: reads the payload, called only if needed.
  init?(name: String, version: Int, _ payload: () throws -> Payload) rethrows {
    func fields() throws -> Payload { try payload().of(version: version) }
    switch name {
    case "stopped": self = .stopped
    case "resumed": self = .resumed
    case "discarded": self = .discarded
    case "lapped":
      let payload = try fields()
      self = .lapped(label: payload.label.value, segment: payload.segment)
    case "started": self = .started(Event.Start(try fields()))
    case "planned": self = .planned(PlanChange(try fields()))
    case "amended":
      guard let kind = Event.Kind(amended: try fields(), version) else { return nil }
      self = kind
    default: try self.init(nameWithNeeds: name, fields)
    }
  }

  /// Creates a kind that requires its payload.
  private init?(nameWithNeeds name: String, _ payload: () throws -> Payload) rethrows {
    let kind: Event.Kind? =
      switch name {
      case "timestamped": try payload().label.value.map { .timestamped(label: $0) }
      case "named": try payload().name.map { .named($0) }
      case "tagged": try payload().tags.map { .tagged($0) }
      case "untagged": try payload().tags.map { .untagged($0) }
      case "identified": try payload().people.map { .identified($0) }
      case "removed": try payload().target.map { .removed($0) }
      case "reverted":
        try payload().reversal.map { .reverted($0.target, batch: $0.isBatch) }
      default: .unknown(name: name)
      }
    guard let kind else { return nil }
    self = kind
  }

  private init?(amended payload: Payload, _ version: Int) {
    guard let target = payload.target else { return nil }
    if version > 1 {
      let moves = [
        payload.by.map { Event.Amendment.Move.by($0) }, payload.at.map { .at($0) },
        payload.ago.map { .ago($0) },
      ].compactMap { $0 }
      guard moves.count < 2 else { return nil }
      let amendment = Event.Amendment(
        move: moves.first, label: payload.label, scope: .anyMoment)
      self = .amended(target, amendment)
    } else if let by = payload.by {
      self = .amended(target, .by(by))
    } else if let at = payload.at {
      self = .amended(target, .at(at))
    } else if let label = payload.label.value {
      self = .amended(target, .label(label))
    } else {
      return nil
    }
  }
}

extension Event.Start {
  init(_ payload: Payload) {
    self.init(
      name: payload.name, tags: payload.tags ?? [],
      plan: Plan(
        laps: payload.laps.value, limit: payload.limit.value,
        minimumLap: payload.minimumLap.value, course: payload.course.value,
        segments: payload.segments.value, race: payload.race.value))
  }
}

extension PlanChange {
  init(_ payload: Payload) {
    self.init(
      laps: payload.laps, limit: payload.limit, minimumLap: payload.minimumLap,
      course: payload.course, segments: payload.segments, race: payload.race)
  }

  /// Whether the first version of the payload can hold it.
  fileprivate var isOfFirstVersion: Bool {
    course == .unchanged && segments == .unchanged && race == .unchanged
  }
}

extension PlanChange.Rule {
  /// The value that is set; nil if there is none.
  var value: Value? {
    if case .set(let value) = self { value } else { nil }
  }
}

extension Event.Kind {
  /// The payload of this kind: a JSON object without spaces.
  var data: String { data(inBatch: nil) }

  /// Returns the payload of this kind.
  ///
  /// - Parameter batch: the id of the first event of a command that appends several.
  /// - Returns: the object.
  func data(inBatch batch: EventID?) -> String {
    var json = JSONWriter()
    json.object {
      write(to: &$0)
      // The field of a `reverted` that takes back a batch has this name.
      if let batch, version == 1 || name != "reverted" { $0.field("batch", batch) }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(to json: inout JSONWriter) {
    switch self {
    case .started(let start):
      if let name = start.name { json.field("name", name) }
      if !start.tags.isEmpty { json.field("tags", start.tags) }
      PlanChange(setting: start.plan).write(to: &json)
    case .lapped(let label, let segment):
      if let label { json.field("label", label) }
      if let segment { json.field("segment", segment) }
    case .timestamped(let label): json.field("label", label)
    case .named(let name): json.field("name", name)
    case .tagged(let tags), .untagged(let tags): json.field("tags", tags)
    case .identified(let people):
      json.array("people") { for person in people { person.write(to: &$0) } }
    case .planned(let change): change.write(to: &json)
    case .amended(let target, let amendment):
      json.field("target", target)
      switch amendment.move {
      case nil: break
      case .by(let span): json.field("by_ns", span)
      case .at(let moment): json.field("at", moment)
      case .ago(let span): json.field("ago_ns", span)
      }
      amendment.label.write("label", to: &json)
    case .removed(let target): json.field("target", target)
    case .reverted(let target, let isBatch):
      json.field("target", target)
      if isBatch { json.field("batch", true) }
    case .race(let event): event.write(to: &json)
    case .stopped, .resumed, .discarded, .unknown: break
    }
  }
}

extension PlanChange {
  fileprivate func write(to json: inout JSONWriter) {
    laps.write("laps", to: &json)
    limit.write("limit_ns", to: &json)
    minimumLap.write("min_lap_ns", to: &json)
    course.write("course", to: &json)
    segments.write("segments", to: &json)
    switch race {
    case .unchanged: break
    case .lifted: json.field("race", String?.none)
    case .set(let format):
      json.key("race")
      format.write(to: &json)
    }
  }
}

extension PlanChange.Rule where Value: JSONValue {
  func write(_ name: String, to json: inout JSONWriter) {
    switch self {
    case .unchanged: break
    case .lifted: json.field(name, Value?.none)
    case .set(let value): json.field(name, value)
    }
  }
}

extension Person {
  /// Writes the JSON object of a person.
  package func write(to json: inout JSONWriter) {
    json.object {
      $0.field("first", first)
      $0.field("last", last)
      $0.field("full", full)
    }
  }
}
