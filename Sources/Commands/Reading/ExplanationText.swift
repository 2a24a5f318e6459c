import Logbook
import Text
import Timing

extension ExplanationText<Explanation> {
  /// Appends the text.
  mutating func write(to output: inout [UInt8]) {
    text.title(explanation.title(of: session))
    events()
    clocks()
    places()
    sums()
    text.lines(explanation.ruleLines + explanation.omissionLines + explanation.doubtLines)
    output += text.bytes
  }

  private mutating func events() {
    text.begin("Events", [.left, .left, .left, .left, .right, .right, .right, .left])
    text.row(["", "kind", "moment", "basis", "clock", "ticks", "place", ""])
    for source in explanation.sources {
      text.row([
        source.name, source.event.map { Harmless.text($0.kind.name) } ?? "",
        localTime.exactText(of: source.event?.at ?? source.reading.recordedAt),
        source.event?.basis.rawValue ?? "", "\(source.reading.clock.rawValue)",
        source.reading.ticks.decimalSeconds, source.place.decimalSeconds,
        source.remarks.joined(separator: ", "),
      ])
    }
    text.end()
  }

  private mutating func clocks() {
    text.begin("Clocks", [.left, .left, .left])
    for clock in explanation.clocks {
      text.row([
        "clock \(clock.clock.rawValue)",
        "first read at \(clock.event.map { "@\($0)" } ?? "now"), ticks \(clock.ticks.decimalSeconds)",
        "place \(clock.equation)",
      ])
    }
    text.end()
  }

  private mutating func places() {
    let clocks = Dictionary(
      explanation.clocks.map { ($0.clock, $0) }, uniquingKeysWith: { first, _ in first })
    text.begin("Places", [.left, .left, .left])
    for source in explanation.sources {
      text.row([
        source.name, source.readingEquation(clocks[source.reading.clock]),
        "ticks of clock \(source.reading.clock.rawValue)",
      ])
      var place = source.readingPlace
      for step in source.steps {
        text.row([
          "", Self.equation(place, [step.span], place + step.span), step.text(of: source),
        ])
        place += step.span
      }
    }
    text.end()
  }

  private mutating func sums() {
    let time = explanation.runningTime
    text.begin("Running time", [.left, .left, .right])
    for term in explanation.terms {
      text.row([
        "\(term.from.name) to \(term.to.name)",
        Self.difference(term.to.place, term.from.place), term.span.decimalSeconds,
      ])
    }
    guard case .lap(let lap, let previous) = explanation.subject else {
      text.row(["running time", "sum", time?.decimalSeconds ?? "none: the clock was not started"])
      return text.end()
    }
    text.row(["split", "sum", lap.split.decimalSeconds])
    if let previous {
      text.row([
        "split of lap \(previous.number ?? 0)", "@\(previous.event)",
        previous.split.decimalSeconds,
      ])
    }
    text.row([
      "lap time", Self.difference(lap.split, previous?.split ?? .zero),
      lap.lap.decimalSeconds,
    ])
    text.end()
  }
}

/// Equations of exact seconds.
extension ExplanationText {
  /// A sum: `10.000000000 + 2.500000000 = 12.500000000`.
  static func equation(_ first: Duration, _ others: [Duration], _ sum: Duration) -> String {
    var text = first.decimalSeconds
    for other in others {
      text += other < .zero ? " - " : " + "
      text += other.magnitude.decimalSeconds
    }
    return "\(text) = \(sum.decimalSeconds)"
  }

  /// A difference without its result: `12.500000000 - 10.000000000`.
  static func difference(_ left: Duration, _ right: Duration) -> String {
    "\(left.decimalSeconds) \(right < .zero ? "+" : "-") \(right.magnitude.decimalSeconds)"
  }
}

extension LocalTime {
  /// Returns date and time with nine decimals, such as `2026-11-21 11:00:28.250000000`.
  func exactText(of moment: Moment) -> String {
    let fraction = Duration.nanoseconds(moment.nanosecondOfSecond).decimalSeconds.dropFirst()
    return text(of: moment) + fraction
  }
}
