import Text
public import Timing

extension RaceFormat {
  /// Parses a format, one of ``forms``, and the rules that differ from the default ones, such as
  /// `ties=shared, round=up 1s`.
  public init(text: String, rules: String = "") throws(RaceTextError) {
    self.init(try Finish(text: text))
    try apply(rules: rules)
  }

  /// The text of the finish, without the rules.
  public var text: String { finish.text }

  /// Examples of all formats with their effects, sentences, in the order of a help text.
  public static let forms: [(text: String, meaning: String)] = [
    ("20 laps", "The first to complete lap 20 wins."),
    ("45m", "Crossings up to 45 minutes count."),
    ("45m, finish lap", "The first to complete a new lap at 45 minutes or later ends the race."),
    (
      "45m, finish own lap",
      "The first crossing of each runner at 45 minutes or later is the last."
    ),
    ("45m + 3 laps", "The same, and 3 laps more."),
    ("points A B finish", "Each of the points once, in this order."),
    (
      "best lap 10m",
      """
      The best lap within 10 minutes wins; with the rule first=start, the way to the line does not \
      count.
      """
    ),
    ("best 3 laps 10m", "The best three laps in a row within 10 minutes win."),
    ("elimination", "The last runner of each lap is out."),
    ("elimination every 2", "The last runner of every second lap is out."),
    ("backyard 1h", "A loop each hour, until one runner is left."),
    ("time trial 30s", "The runners start 30 seconds apart."),
    ("time trial", "A runner starts at the first crossing."),
  ]
}

extension RaceFormat.Finish {
  /// Parses what completes a race, such as `20 laps`: one of ``RaceFormat/forms``.
  ///
  /// Words may be in any case. A name of a point that contains spaces or punctuation is in double
  /// quotes, in which a backslash precedes a quote or a backslash.
  public init(text: String) throws(RaceTextError) {
    var scanner = RaceTextScanner(text)
    self = try scanner.finish()
    if let word = try scanner.word() { throw word.error("expected the end of the format") }
  }

  /// The shortest text that parses to the same.
  public var text: String {
    func laps(_ number: Int) -> String { number == 1 ? "1 lap" : "\(number) laps" }
    return switch self {
    case .laps(let number): laps(number)
    case .time(let limit, nil): limit.unitText
    case .time(let limit, 0?): "\(limit.unitText), finish lap"
    case .time(let limit, let further?): "\(limit.unitText) + \(laps(further))"
    case .ownLap(after: let limit): "\(limit.unitText), finish own lap"
    case .points(let points):
      (["points"] + points.map { RaceTextScanner.word(for: $0) }).joined(separator: " ")
    case .bestLaps(1, let limit): "best lap \(limit.unitText)"
    case .bestLaps(let number, let limit): "best \(laps(number)) \(limit.unitText)"
    case .elimination(1): "elimination"
    case .elimination(let every): "elimination every \(every)"
    case .backyard(let loop): "backyard \(loop.unitText)"
    case .timeTrial(nil): "time trial"
    case .timeTrial(let interval?): "time trial \(interval.unitText)"
    }
  }
}

extension RaceTextScanner {
  fileprivate mutating func finish() throws(RaceTextError) -> RaceFormat.Finish {
    let first = try word("expected a format like '20 laps' or '45m'")
    if first.is("points") { return try points() }
    if first.is("best") { return try bestLaps() }
    if first.is("elimination") {
      if try nextWord() == nil { return .elimination(every: 1) }
      try expect("every")
      return .elimination(every: try word("expected a number of laps").laps())
    }
    if first.is("backyard") { return .backyard(try word("expected the time of a loop").span()) }
    if first.is("time") {
      try expect("trial")
      return .timeTrial(interval: try word()?.span())
    }
    guard let byte = first.text.utf8.first, !first.isQuoted,
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: ".")
    else {
      throw first.error(
        "it is not a format; formats are like '20 laps', '45m', 'points A B', 'best lap 10m', "
          + "'elimination', 'backyard 1h' and 'time trial'")
    }
    return first.isNumber ? .laps(try laps(first)) : try time(first)
  }

  /// Reads `20 laps` after its number.
  private mutating func laps(_ number: Word) throws(RaceTextError) -> Int {
    // A number alone may be meant as laps or as minutes.
    guard let word = try word(), word.is("laps") || word.is("lap") else {
      throw number.error(
        "expected laps or a unit, as in '\(number.text) laps' or '\(number.text)m'")
    }
    return try number.laps()
  }

  /// Reads `45m`, `45m, finish lap`, `45m, finish own lap` or `45m + 3 laps` after the time.
  private mutating func time(_ first: Word) throws(RaceTextError) -> RaceFormat.Finish {
    let limit = try first.span()
    guard let sign = try word() else { return .time(limit, furtherLaps: nil) }
    if sign.is(",") {
      try expect("finish")
      let isOwn = try nextWord()?.is("own") ?? false
      if isOwn { try expect("own") }
      try expect("lap")
      return isOwn ? .ownLap(after: limit) : .time(limit, furtherLaps: 0)
    }
    guard sign.is("+") else { throw sign.error("expected ', finish lap' or '+ 3 laps'") }
    let further = try word("expected a number of laps").laps(from: 0)
    try expect("laps", "lap")
    return .time(limit, furtherLaps: further)
  }

  private mutating func points() throws(RaceTextError) -> RaceFormat.Finish {
    var points: [String] = []
    var seen: Set<String> = []
    repeat {
      let word = try word("expected a point")
      points.append(
        try word.point("points are separated by spaces, and other names are in quotes"))
      guard seen.insert(word.text).inserted else { throw word.error("it is named twice") }
      guard points.count <= RaceFormat.mostPoints else {
        throw word.error("a format has at most \(RaceFormat.mostPoints) points")
      }
    } while try nextWord() != nil
    return .points(points)
  }

  /// Reads `lap 10m` or `3 laps 10m`.
  private mutating func bestLaps() throws(RaceTextError) -> RaceFormat.Finish {
    guard let number = try nextWord(), number.isNumber else {
      try expect("lap")
      return .bestLaps(1, within: try word("expected a time").span())
    }
    _ = try word()
    let laps = try number.laps()
    try expect("laps", "lap")
    return .bestLaps(laps, within: try word("expected a time").span())
  }
}
