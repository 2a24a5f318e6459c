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
  /// - Throws: the place of the first wrong word. The format is then unchanged.
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
  /// - Throws: the place of the first wrong word.
  public init(rules text: String) throws(RaceTextError) {
    do throws(RaceTextError) {
      self = try Self.parsed(text)
    } catch {
      throw error.located(in: text)
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
      guard sign.is("=") else { throw sign.error("expected '='") }
      guard seen.insert(rule.rawValue + (point.map { " " + $0.text } ?? "")).inserted else {
        throw name.error("it is named twice")
      }
      let value = scanner.value()
      guard !value.text.isEmpty else { throw value.error("expected a value after '='") }
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
  fileprivate func choice<Value>() throws(RaceTextError) -> Value
  where Value: RawRepresentable<String> & CaseIterable {
    guard let value = Value(rawValue: text.lowercased()) else {
      throw error("expected \(Value.allCases.map(\.rawValue).spoken)")
    }
    return value
  }

  fileprivate func spanOrNone() throws(RaceTextError) -> Duration? {
    self.is("none") ? nil : try span()
  }

  /// The share in permille.
  fileprivate func shareOrNone() throws(RaceTextError) -> Int? {
    if self.is("none") { return nil }
    let parts = text.dropLast()
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isDecimal = parts.allSatisfy { $0.utf8.count <= 4 && $0.isOfDigits }
    let tenth = parts.count > 1 ? parts[1] : "0"
    guard text.hasSuffix("%"), isDecimal, tenth.utf8.count == 1, let whole = Int(parts[0]),
      let tenth = Int(tenth)
    else { throw error("expected a share like 40% or 66.7%") }
    let permille = whole * 10 + tenth
    guard RaceFormat.permilleRange.contains(permille) else {
      throw error("it is not 0.1% to 100%")
    }
    return permille
  }

  fileprivate func rounding() throws(RaceTextError) -> RaceFormat.Rounding? {
    if self.is("none") { return nil }
    let parts = self.parts
    if parts.count == 2 {
      if parts[0].is("up") { return .up(try parts[1].span()) }
      if parts[0].is("down") { return .down(try parts[1].span()) }
    }
    throw error("expected none, or up or down and a unit, as in 'up 1s'")
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
      throw error("expected an earliest and a latest time, as in '10m..1h'")
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
    if let error = window.fault { throw self.error(error) }
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
