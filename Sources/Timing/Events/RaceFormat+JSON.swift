package import Text

/// The stored form of a format: a JSON object that has every rule, with durations in nanoseconds
/// and shares in permille.
extension RaceFormat {
  /// Writes the format with all its rules, the default ones included.
  package func write(to json: inout JSONWriter) {
    json.object {
      $0.field("rules_version", Self.rulesVersion)
      $0.object("finish") { finish.write(to: &$0) }
      $0.field("lapped", lapped.rawValue)
      $0.field("first", first.rawValue)
      $0.field("clock", clock.rawValue)
      $0.field("limit_from", limitFrom.rawValue)
      $0.field("ties", ties.rawValue)
      $0.key("round")
      if let round { round.write(to: &$0) } else { $0.element(Int?.none) }
      $0.field("bunch_ns", bunch)
      $0.field("min_lap_ns", minimumLap)
      $0.field("dead_time_permille", deadTime)
      $0.field("doubles_ns", doubles)
      $0.field("pulled", pulled.rawValue)
      $0.field("classified_permille", classified)
      $0.array("windows") { for window in windows { window.write(to: &$0) } }
    }
  }

  /// Reads a format.
  ///
  /// Unknown fields are skipped. Numbers are not checked: see ``validationError``.
  ///
  /// - Throws: an error if a field is missing or has another type, or for other rules than those of
  ///   this version.
  package init(from reader: inout JSONReader) throws(JSONReader.Malformed) {
    var missing = Field.allCases
    var format = RaceFormat(.laps(1))
    try reader.object { name, reader throws(JSONReader.Malformed) in
      // The next field is the first one missing, if this program wrote them.
      if let index = missing.firstIndex(where: { $0.rawValue == name }) {
        let field = missing.remove(at: index)
        try format.read(field, &reader)
      } else if let field = Field(rawValue: name) {
        try format.read(field, &reader)
      } else {
        try reader.skip()
      }
    }
    guard missing.isEmpty else { throw reader.malformed }
    self = format
  }

  /// The fields, in the order in which they are written.
  enum Field: String, CaseIterable {
    case rulesVersion = "rules_version"
    case finish, lapped, first, clock
    case limitFrom = "limit_from"
    case ties, round
    case bunch = "bunch_ns"
    case minimumLap = "min_lap_ns"
    case deadTime = "dead_time_permille"
    case doubles = "doubles_ns"
    case pulled
    case classified = "classified_permille"
    case windows
  }

  private mutating func read(
    _ field: Field, _ reader: inout JSONReader
  ) throws(JSONReader.Malformed) {
    switch field {
    case .rulesVersion:
      let start = reader
      guard try reader.integer() == Self.rulesVersion else { throw start.malformed }
    case .finish: finish = try Finish(from: &reader)
    case .lapped: lapped = try reader.choice()
    case .first: first = try reader.choice()
    case .clock: clock = try reader.choice()
    case .limitFrom: limitFrom = try reader.choice()
    case .ties: ties = try reader.choice()
    case .round: round = reader.takeNull() ? nil : try Rounding(from: &reader)
    case .bunch: bunch = try reader.span()
    case .minimumLap: minimumLap = try reader.span()
    case .deadTime: deadTime = try reader.count()
    case .doubles: doubles = try reader.span()
    case .pulled: pulled = try reader.choice()
    case .classified: classified = try reader.count()
    case .windows:
      windows = try reader.array { reader throws(JSONReader.Malformed) in
        try Window(from: &reader)
      }
    }
  }
}

extension RaceFormat.Finish {
  private enum Kind: String {
    case laps, time, points, elimination, backyard
    case ownLap = "own_lap"
    case bestLaps = "best_laps"
    case timeTrial = "time_trial"
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.field("kind", kind.rawValue)
    switch self {
    case .laps(let laps): json.field("laps", laps)
    case .time(let limit, let furtherLaps):
      json.field("limit_ns", limit)
      json.field("further_laps", furtherLaps)
    case .ownLap(after: let limit): json.field("limit_ns", limit)
    case .points(let points): json.field("points", points)
    case .bestLaps(let laps, let limit):
      json.field("laps", laps)
      json.field("limit_ns", limit)
    case .elimination(let every): json.field("every", every)
    case .backyard(let loop): json.field("loop_ns", loop)
    case .timeTrial(let interval): json.field("interval_ns", interval)
    }
  }

  private var kind: Kind {
    switch self {
    case .laps: .laps
    case .time: .time
    case .ownLap: .ownLap
    case .points: .points
    case .bestLaps: .bestLaps
    case .elimination: .elimination
    case .backyard: .backyard
    case .timeTrial: .timeTrial
    }
  }

  fileprivate init(from reader: inout JSONReader) throws(JSONReader.Malformed) {
    // The kind tells which fields are read; it may follow them.
    var ahead = reader
    let kind: Kind = try ahead.field("kind") { reader throws(JSONReader.Malformed) in
      try reader.choice()
    }
    let start = reader
    func field<Value>(
      _ name: String, _ read: (inout JSONReader) throws(JSONReader.Malformed) -> Value
    ) throws(JSONReader.Malformed) -> Value {
      var object = start
      return try object.field(name, read)
    }
    func span(_ name: String) throws(JSONReader.Malformed) -> Duration {
      try field(name) { reader throws(JSONReader.Malformed) in
        .nanoseconds(try reader.integer())
      }
    }
    func count(_ name: String) throws(JSONReader.Malformed) -> Int {
      try field(name) { reader throws(JSONReader.Malformed) in Int(try reader.integer()) }
    }
    switch kind {
    case .laps: self = .laps(try count("laps"))
    case .time:
      let furtherLaps = try field("further_laps") { reader throws(JSONReader.Malformed) in
        try reader.count()
      }
      self = .time(try span("limit_ns"), furtherLaps: furtherLaps)
    case .ownLap: self = .ownLap(after: try span("limit_ns"))
    case .points:
      let points = try field("points") { reader throws(JSONReader.Malformed) in
        try reader.array { reader throws(JSONReader.Malformed) in try reader.string() }
      }
      self = .points(points)
    case .bestLaps: self = .bestLaps(try count("laps"), within: try span("limit_ns"))
    case .elimination: self = .elimination(every: try count("every"))
    case .backyard: self = .backyard(try span("loop_ns"))
    case .timeTrial:
      let interval = try field("interval_ns") { reader throws(JSONReader.Malformed) in
        try reader.span()
      }
      self = .timeTrial(interval: interval)
    }
    reader = ahead
  }
}

extension RaceFormat.Rounding {
  fileprivate func write(to json: inout JSONWriter) {
    let (direction, unit) =
      switch self {
      case .up(let unit): ("up", unit)
      case .down(let unit): ("down", unit)
      }
    json.object {
      $0.field("direction", direction)
      $0.field("unit_ns", unit)
    }
  }

  fileprivate init(from reader: inout JSONReader) throws(JSONReader.Malformed) {
    var direction: String?
    var unit: Duration?
    try reader.object { name, reader throws(JSONReader.Malformed) in
      switch name {
      case "direction": direction = try reader.string()
      case "unit_ns": unit = .nanoseconds(try reader.integer())
      default: try reader.skip()
      }
    }
    switch (direction, unit) {
    case ("up", let unit?): self = .up(unit)
    case ("down", let unit?): self = .down(unit)
    default: throw reader.malformed
    }
  }
}

extension RaceFormat.Window {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.field("point", point)
      $0.field("earliest_ns", earliest)
      $0.field("latest_ns", latest)
    }
  }

  fileprivate init(from reader: inout JSONReader) throws(JSONReader.Malformed) {
    var point: String?
    var earliest: Duration??
    var latest: Duration??
    try reader.object { name, reader throws(JSONReader.Malformed) in
      switch name {
      case "point": point = try reader.string()
      case "earliest_ns": earliest = .some(try reader.span())
      case "latest_ns": latest = .some(try reader.span())
      default: try reader.skip()
      }
    }
    guard let point, let earliest, let latest else { throw reader.malformed }
    self.init(point: point, earliest: earliest, latest: latest)
  }
}

extension JSONReader {
  /// Reads an object of which one field is wanted.
  fileprivate mutating func field<Value>(
    _ wanted: String, _ read: (inout JSONReader) throws(Malformed) -> Value
  ) throws(Malformed) -> Value {
    var value: Value?
    try object { name, reader throws(Malformed) in
      if name == wanted { value = try read(&reader) } else { try reader.skip() }
    }
    guard let value else { throw malformed }
    return value
  }

  /// Reads a string that is one of several.
  fileprivate mutating func choice<Value>() throws(Malformed) -> Value
  where Value: RawRepresentable<String> {
    let start = self
    guard let value = Value(rawValue: try string()) else { throw start.malformed }
    return value
  }

  /// Reads a duration in nanoseconds, or null.
  fileprivate mutating func span() throws(Malformed) -> Duration? {
    takeNull() ? nil : .nanoseconds(try integer())
  }

  /// Reads a whole number, or null.
  fileprivate mutating func count() throws(Malformed) -> Int? {
    takeNull() ? nil : Int(try integer())
  }
}
