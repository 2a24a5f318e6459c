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
  /// Other rules are unchanged, and all of them if a word is wrong. `none` lifts a rule that need not
  /// be.
  public mutating func apply(rules text: String) throws(RaceTextError) {
    for change in try [RuleChange](rules: text) { apply(change) }
  }
}

extension [RaceFormat.RuleChange] {
  /// Parses changes of rules: `lapped=continue, round=up 1s, window B=10m..1h`.
  ///
  /// `none` lifts a rule that need not be.
  public init(rules text: String) throws(RaceTextError) {
    self = []
    var scanner = RaceTextScanner(text)
    var (seen, windows) = (Set<String>(), 0)
    guard var name = try scanner.word() else { return }
    while true {
      guard let rule = RaceRule(rawValue: name.text.lowercased()), !name.isQuoted else {
        let names = RaceRule.allCases.map(\.rawValue)
        throw name.error("it is not a rule; the rules are \(names.joined(lastBy: "or"))")
      }
      let example = "expected a point, as in 'window B=10m..1h'"
      let point = rule == .window ? try scanner.word(example).point(example) : ""
      let sign = try scanner.word("expected '=' and a value")
      guard sign.is("=") else { throw sign.error("expected '='") }
      guard seen.insert(rule.rawValue + point).inserted else {
        throw name.error("it is named twice")
      }
      if rule == .window { windows += 1 }
      guard windows <= RaceFormat.mostPoints else {
        throw name.error("a format has at most \(RaceFormat.mostPoints) windows")
      }
      let value = scanner.value()
      guard !value.text.isEmpty else { throw value.error("expected a value after '='") }
      append(try value.change(of: rule, at: point))
      guard let comma = try scanner.word() else { return }
      guard let next = try scanner.word() else {
        throw comma.error("expected a rule after the comma")
      }
      name = next
    }
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
  /// The change of a rule to this value; the point is that of a window.
  fileprivate func change(
    of rule: RaceRule, at point: String
  ) throws(RaceTextError) -> RaceFormat.RuleChange {
    let value = self.is("none") ? nil : self
    return switch rule {
    case .lapped: .lapped(try choice())
    case .first: .first(try choice())
    case .clock: .clock(try choice())
    case .limitFrom: .limitFrom(try choice())
    case .ties: .ties(try choice())
    case .pulled: .pulled(try choice())
    case .round: .round(try value?.rounding())
    case .bunch: .bunch(try value?.span())
    case .minimumLap: .minimumLap(try value?.span())
    case .doubles: .doubles(try value?.span())
    case .deadTime: .deadTime(try value?.share())
    case .classified: .classified(try value?.share())
    case .window: value == nil ? .noWindow(point) : .window(try window(at: point))
    }
  }

  private func choice<Value>() throws(RaceTextError) -> Value
  where Value: RawRepresentable<String> & CaseIterable {
    guard let value = Value(rawValue: text.lowercased()) else {
      throw error("expected \(Value.allCases.map(\.rawValue).joined(lastBy: "or"))")
    }
    return value
  }

  /// The share in permille.
  private func share() throws(RaceTextError) -> Int {
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

  private func rounding() throws(RaceTextError) -> RaceFormat.Rounding {
    let parts = text.split(separator: " ").map(part)
    if parts.count == 2 {
      if parts[0].is("up") { return .up(try parts[1].span()) }
      if parts[0].is("down") { return .down(try parts[1].span()) }
    }
    throw error("expected none, or up or down and a unit, as in 'up 1s'")
  }

  private func window(at point: String) throws(RaceTextError) -> RaceFormat.Window {
    guard let dots = text.firstRange(of: "..") else {
      throw error("expected an earliest and a latest time, as in '10m..1h'")
    }
    func end(_ range: some RangeExpression<String.Index>) throws(RaceTextError) -> Duration? {
      let words = text[range].split(separator: " ")
      guard let first = words.first, let last = words.last else { return nil }
      return try part(text[first.startIndex..<last.endIndex]).span(orZero: true)
    }
    let window = RaceFormat.Window(
      point: point, earliest: try end(..<dots.lowerBound), latest: try end(dots.upperBound...))
    if let error = window.fault { throw self.error(error) }
    return window
  }

  /// A part of its text as a word.
  private func part(_ part: Substring) -> Self {
    var word = self
    word.offset += text[..<part.startIndex].utf8.count
    (word.text, word.written) = (String(part), String(part))
    return word
  }
}
