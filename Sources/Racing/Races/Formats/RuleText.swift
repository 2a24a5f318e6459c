import Text
public import Timing

extension RaceFormat {
  /// The rules that differ from the default ones, as `apply(rules:)` reads them; empty for none.
  public var rulesText: String {
    let usual = RaceFormat(finish)
    let rules = RaceRule.allCases.compactMap { rule -> String? in
      let value = rule.value(in: self)
      return value == rule.value(in: usual) ? nil : "\(rule.rawValue)=\(value)"
    }
    return (rules + windows.map(\.text)).joined(separator: ", ")
  }

  /// Changes the rules that a text names: `lapped=continue, round=up 1s, window B=10m..1h`.
  ///
  /// Other rules are unchanged. `none` lifts a rule that need not be.
  ///
  /// - Parameter text: rules separated by commas; empty for none.
  /// - Throws: the place of the first wrong word, and the nearest good text. The format is then
  ///   unchanged.
  public mutating func apply(rules text: String) throws(RaceTextError) {
    for change in try [RuleChange](rules: text) { apply(change) }
  }
}

extension [RaceFormat.RuleChange] {
  /// Parses changes of rules: `lapped=continue, round=up 1s, window B=10m..1h`.
  ///
  /// `none` lifts a rule that need not be.
  ///
  /// - Parameter text: rules separated by commas; empty for none.
  /// - Throws: the place of the first wrong word, and the nearest good text.
  public init(rules text: String) throws(RaceTextError) {
    do throws(RaceTextError) {
      self = try Self.parsed(text)
    } catch {
      throw error.located(in: text) { corrected in
        let corrected = corrected.replacing(" , ", with: ", ")
        return (try? Self.parsed(corrected)) == nil ? nil : corrected
      }
    }
  }

  private static func parsed(_ text: String) throws(RaceTextError) -> Self {
    var scanner = RaceTextScanner(text)
    var changes: Self = []
    var seen: Set<String> = []
    var windows = 0
    guard var name = try scanner.word() else { return changes }
    while true {
      guard let rule = RaceRule(rawValue: name.text.lowercased()), !name.isQuoted else {
        let names = RaceRule.allCases.map(\.rawValue)
        let error = name.error("it is not a rule", among: names)
        if error.nearest != nil { throw error }
        throw name.error("it is not a rule; the rules are \(names.spoken)")
      }
      var point: RaceTextScanner.Word?
      if rule == .window {
        point = try scanner.word()
        if let word = point, !word.isQuoted, ["=", ","].contains(word.text) {
          throw word.error("expected a point, as in 'window B=10m..1h'")
        }
      }
      guard let sign = try scanner.word() else {
        throw scanner.endError("expected '=' and a value")
      }
      guard sign.is("=") else { throw sign.error("expected '='", nearest: "= \(sign.written)") }
      guard seen.insert(rule.rawValue + (point.map { " " + $0.text } ?? "")).inserted else {
        throw name.error("it is named twice")
      }
      let value = scanner.value()
      try value.checkIsOne()
      if let point {
        guard windows < RaceFormat.mostPoints else {
          throw point.error("a format has at most \(RaceFormat.mostPoints) windows")
        }
        windows += 1
        changes.append(try window(at: point, value))
      } else if let change = try change(of: rule, value) {
        changes.append(change)
      }
      guard let comma = try scanner.word() else { return changes }
      guard let next = try scanner.word() else {
        throw comma.error("expected a rule after the comma")
      }
      name = next
    }
  }

  private static func change(
    of rule: RaceRule, _ value: RaceTextScanner.Word
  ) throws(RaceTextError) -> RaceFormat.RuleChange? {
    switch rule {
    case .lapped: .lapped(try value.choice())
    case .first: .first(try value.choice())
    case .clock: .clock(try value.choice())
    case .limitFrom: .limitFrom(try value.choice())
    case .ties: .ties(try value.choice())
    case .pulled: .pulled(try value.choice())
    case .round: .round(try value.rounding())
    case .bunch: .bunch(try value.spanOrNone())
    case .minimumLap: .minimumLap(try value.spanOrNone())
    case .doubles: .doubles(try value.spanOrNone())
    case .deadTime: .deadTime(try value.shareOrNone())
    case .classified: .classified(try value.shareOrNone())
    // Its point is known.
    case .window: nil
    }
  }

  private static func window(
    at point: RaceTextScanner.Word, _ value: RaceTextScanner.Word
  ) throws(RaceTextError) -> RaceFormat.RuleChange {
    do throws(LabelError) {
      _ = try Label.checked(point.text)
    } catch {
      throw point.error(error.description)
    }
    return value.is("none") ? .noWindow(point.text) : .window(try value.window(at: point.text))
  }
}

extension RaceFormat.Window {
  /// The rule as text: `window B=10m..1h`.
  fileprivate var text: String {
    "window \(RaceTextScanner.word(for: point))="
      + "\(earliest?.unitText ?? "")..\(latest?.unitText ?? "")"
  }
}

extension RaceTextScanner.Word {
  /// Throws if another rule follows without a comma, or if the value is missing.
  fileprivate func checkIsOne() throws(RaceTextError) {
    guard !text.isEmpty else { throw error("expected a value after '='") }
    guard let sign = text.firstIndex(of: "=") else { return }
    let before = text[..<sign].split(separator: " ")
    guard before.count > 1, let name = before.last else {
      throw error("a value has no '='")
    }
    let offset = self.offset + text[..<name.startIndex].utf8.count
    throw RaceTextError(
      at: offset, String(name), "expected a comma before the next rule", nearest: ", \(name)")
  }

  fileprivate func choice<Value>() throws(RaceTextError) -> Value
  where Value: RawRepresentable<String> & CaseIterable {
    guard let value = Value(rawValue: text.lowercased()) else {
      let names = Value.allCases.map(\.rawValue)
      throw error("expected \(names.spoken)", among: names)
    }
    return value
  }

  fileprivate func spanOrNone() throws(RaceTextError) -> Duration? {
    self.is("none") ? nil : try span()
  }

  /// The share in permille.
  fileprivate func shareOrNone() throws(RaceTextError) -> Int? {
    if self.is("none") { return nil }
    let parts = text.dropLast(text.hasSuffix("%") ? 1 : 0)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isDecimal = parts.allSatisfy { !$0.isEmpty && $0.utf8.count <= 4 && $0.isOfDigits }
    guard let whole = parts.first.flatMap({ Int($0) }), isDecimal else {
      throw error("expected a share like 40%", among: ["none"])
    }
    guard text.hasSuffix("%") else {
      throw error("expected a share like 40%", nearest: "\(text)%")
    }
    let tenth = parts.count > 1 ? parts[1] : "0"
    guard tenth.utf8.count == 1, let tenth = Int(tenth) else {
      throw error("a share has at most one decimal place")
    }
    let permille = whole * 10 + tenth
    guard RaceFormat.permilleRange.contains(permille) else {
      throw error("it is not 0.1% to 100%")
    }
    return permille
  }

  fileprivate func rounding() throws(RaceTextError) -> RaceFormat.Rounding? {
    if self.is("none") { return nil }
    let parts = self.parts
    guard parts.count == 2 else {
      throw error(
        "expected none, or up or down and a unit, as in 'up 1s'",
        nearest: Spelling.nearest(to: text, among: ["none", "up 1s", "down 1s"]))
    }
    let unit = try parts[1].span()
    if parts[0].is("up") { return .up(unit) }
    if parts[0].is("down") { return .down(unit) }
    throw parts[0].error("expected up or down", among: ["up", "down"])
  }

  /// The words of a value.
  private var parts: [Self] {
    text.split(separator: " ").map { part in
      Self(
        text: String(part), offset: offset + text[..<part.startIndex].utf8.count,
        written: String(part))
    }
  }

  fileprivate func window(at point: String) throws(RaceTextError) -> RaceFormat.Window {
    guard let dots = text.firstRange(of: "..") else {
      throw error("expected an earliest and a latest time, as in '10m..1h'", among: ["none"])
    }
    func end(_ range: some RangeExpression<String.Index>) throws(RaceTextError) -> Duration? {
      let part = text[range]
      let trimmed = part.drop { $0 == " " }
      let word = String(trimmed.reversed().drop { $0 == " " }.reversed())
      guard !word.isEmpty else { return nil }
      let before = text[..<trimmed.startIndex].utf8.count
      return try Self(text: word, offset: offset + before, written: word).span(orZero: true)
    }
    let window = RaceFormat.Window(
      point: point, earliest: try end(..<dots.lowerBound), latest: try end(dots.upperBound...))
    if let error = window.validationError { throw self.error(error) }
    return window
  }
}

extension [String] {
  /// The words for a sentence: `a, b or c`.
  fileprivate var spoken: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
