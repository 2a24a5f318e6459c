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

  /// A kind of each name, whose fields are then read.
  private static let blanks: [String: Event.Kind] = {
    let kinds: [Event.Kind] =
      [
        .started(Event.Start()), .stopped, .resumed, .lapped(label: nil), .timestamped(label: ""),
        .named(""), .tagged([]), .untagged([]), .identified([]), .planned(PlanChange()),
        .amended(.zero, Event.Amendment()), .removed(.zero), .reverted(.zero), .discarded,
      ] + RaceEvent.blanks.map { .race($0) }
    return Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) })
  }()

  /// The newest version of the payload of a kind; 1 for an unknown kind.
  private static func newestVersion(of name: String) -> Int {
    switch name {
    case "started", "planned", "lapped", "amended", "reverted": 2
    default: 1
    }
  }

  /// A kind, and the id of the first event of its command if that appended several.
  typealias Content = (kind: Event.Kind, batch: EventID?)

  /// Reads the kind with a name, and the batch, from a payload; nil if that lacks a field that the
  /// kind needs.
  ///
  /// A name or version that is newer than this program makes an unknown kind. Each version has the
  /// fields of the ones before. Fields that this version of the program does not know are ignored;
  /// text that is not an object and a field of another type are errors.
  static func content(
    _ name: String, version: Int, _ json: String
  ) throws(JSONReader.Malformed) -> Content? {
    if let kind = Event.Kind(canonical: name, version: version, json) { return (kind, nil) }
    return try decoded(name, version: version, json)
  }

  /// Reads a payload of any shape, as ``content(_:version:_:)``.
  static func decoded(
    _ name: String, version: Int, _ json: String
  ) throws(JSONReader.Malformed) -> Content? {
    let known = 1...newestVersion(of: name) ~= version ? blanks[name] : nil
    return try JSONReader.read(json) { reader throws(JSONReader.Malformed) in
      let blank: Content = (known ?? .unknown(name: name), nil)
      return try FieldCoder.read(&reader, version: version, into: blank) {
        $0.kind.code(&$1, batch: &$0.batch)
      }
    }
  }

  /// Reads the kind with a name from its payload, as ``content(_:version:_:)``.
  package init?(_ name: String, version: Int, data: String) throws(JSONReader.Malformed) {
    guard let content = try Self.content(name, version: version, data) else { return nil }
    self = content.kind
  }

  /// The payload of the kind: a JSON object without spaces.
  struct Payload {
    var data: String
    /// The oldest version that can hold it.
    var version: Int
    /// The reason why the content is invalid: a log contains nothing that another would refuse.
    var fault: String?
  }

  /// Returns the payload; `batch` is the id of the first event of a command that appends several.
  func payload(inBatch batch: EventID? = nil) -> Payload {
    var (kind, batch, fields, json) = (self, batch, FieldCoder(), JSONWriter())
    json.object { json in
      swap(&fields.json, &json)
      kind.code(&fields, batch: &batch)
      swap(&fields.json, &json)
    }
    return Payload(
      data: String(decoding: json.bytes, as: UTF8.self), version: fields.version,
      fault: fields.fault)
  }

  package var data: String { payload().data }

  /// The version of its payload: the oldest that can hold it.
  package var version: Int { payload().version }

  /// The reason why the content is invalid; nil if it is valid.
  var validationError: String? { payload().fault }

  private mutating func code(_ fields: inout FieldCoder, batch: inout EventID?) {
    code(&fields)
    // Most events are written without a batch.
    if batch == nil, !fields.isReading { return }
    // The field of a `reverted` that takes back a batch has this name.
    if fields.readVersion ?? fields.version > 1, name == "reverted" { return }
    var id = batch.map(BatchID.init)
    fields.optional("batch", &id)
    batch = id?.id
  }

  private mutating func code(_ fields: inout FieldCoder) {
    switch self {
    case .started(var start):
      start.code(&fields)
      self = .started(start)
    case .lapped(var label, var segment):
      fields.optional("label", &label, labelFault("the label"))
      fields.optional("segment", &segment, since: 2) {
        1...Plan.mostSegments ~= $0 ? nil : "there is no segment \($0)"
      }
      self = .lapped(label: label, segment: segment)
    case .timestamped(var label):
      fields.required("label", &label, labelFault("the label"))
      self = .timestamped(label: label)
    case .named(var name):
      fields.required("name", &name, labelFault("the name"))
      self = .named(name)
    case .tagged(var tags):
      fields.required("tags", &tags, tagsFault)
      self = .tagged(tags)
    case .untagged(var tags):
      fields.required("tags", &tags, tagsFault)
      self = .untagged(tags)
    case .identified(var people):
      fields.required("people", &people) {
        $0.count > EventBounds.mostItems
          ? "it names more than \(EventBounds.mostItems) people" : nil
      }
      self = .identified(people)
    case .planned(var change):
      change.code(&fields)
      self = .planned(change)
    case .amended(var target, var amendment):
      fields.required("target", &target)
      amendment.code(&fields)
      self = .amended(target, amendment)
    case .removed(var target):
      fields.required("target", &target)
      self = .removed(target)
    case .reverted(var target, let isBatch):
      fields.required("target", &target)
      var batch: Bool? = isBatch ? true : nil
      fields.optional("batch", &batch, since: 2)
      self = .reverted(target, batch: batch ?? false)
    case .race(var event):
      event.code(&fields)
      self = .race(event)
    case .unknown(let name): fields.check(labelFault("the kind")(name))
    case .stopped, .resumed, .discarded: break
    }
  }
}

/// The batch in a payload; a field of another type is none.
private struct BatchID: FieldValue {
  var id: EventID

  func write(to json: inout JSONWriter) { id.write(to: &json) }

  static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> BatchID? {
    reader.isAtString ? EventID(try reader.string()).map(BatchID.init) : nil
  }
}

/// Returns a check of texts; `noun` is the subject of the reason.
func labelFault(_ noun: String) -> (String) -> String? {
  { text in text.labelFault.map { "\(noun) \($0)" } }
}

private func tagsFault(_ tags: [String]) -> String? {
  tags.count > EventBounds.mostItems
    ? "it has more than \(EventBounds.mostItems) tags"
    : tags.lazy.compactMap(labelFault("a tag")).first
}

extension Event.Start {
  fileprivate mutating func code(_ fields: inout FieldCoder) {
    fields.optional("name", &name, labelFault("the name"))
    var given = tags.isEmpty ? nil : tags
    fields.optional("tags", &given, tagsFault)
    tags = given ?? []
    var change = PlanChange(setting: plan)
    change.code(&fields)
    plan = change.applied(to: Plan())
  }
}

extension PlanChange {
  /// Codes the rules; those of the second version are of courses and races.
  mutating func code(_ fields: inout FieldCoder) {
    fields.rule("laps", &laps) { $0 < 1 ? "the planned laps are less than one" : nil }
    fields.rule("limit_ns", &limit) { $0 <= .zero ? "the limit is not above zero" : nil }
    fields.rule("min_lap_ns", &minimumLap) { $0 < .zero ? "the shortest lap is below zero" : nil }
    fields.rule("course", &course, since: 2, labelFault("the course"))
    fields.rule("segments", &segments, since: 2) { names in
      names.isEmpty
        ? "the course has no segments"
        : names.count > Plan.mostSegments
          ? "the course has more than \(Plan.mostSegments) segments"
          : names.lazy.compactMap(labelFault("a segment")).first
    }
    fields.rule("race", &race, since: 2)
  }
}

extension Event.Amendment {
  /// Codes the fields, of which the first version has either a span, a moment or a label, for laps
  /// alone.
  fileprivate mutating func code(_ fields: inout FieldCoder) {
    if !isOfFirstVersion { fields.need(version: 2) }
    var (by, at, ago): (Duration?, Moment?, Duration?)
    switch move {
    case .by(let span): by = span
    case .at(let moment): at = moment
    case .ago(let span): ago = span
    case nil: break
    }
    fields.optional("by_ns", &by)
    fields.optional("at", &at)
    fields.optional("ago_ns", &ago, since: 2) {
      $0 < .zero ? "the span before it is below zero" : nil
    }
    fields.rule("label", &label, labelFault("the label"))
    guard let version = fields.readVersion else { return }
    let moves: [Move] = [by.map { .by($0) }, at.map { .at($0) }, ago.map { .ago($0) }]
      .compactMap(\.self)
    move = moves.first
    scope = version > 1 ? .anyMoment : .laps
    if version > 1, moves.count > 1 { fields.lack() }
    if version == 1, move != nil { label = .unchanged }
    if version == 1, move == nil, label.value == nil { fields.lack() }
  }
}

extension Person: CodedObject {
  package static var blank: Person { Person(first: "", last: "", full: "") }

  /// Codes the names, of which the first and the last may be empty.
  package mutating func code(_ fields: inout FieldCoder) {
    fields.required("first", &first) { $0.lengthFault.map { "the first name \($0)" } }
    fields.required("last", &last) { $0.lengthFault.map { "the last name \($0)" } }
    fields.required("full", &full, labelFault("the name"))
  }
}
