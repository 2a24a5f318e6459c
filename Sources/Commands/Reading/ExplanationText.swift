import Logbook
import Text
import Timing

/// The text of an explanation: what each number is, and how it is added up.
struct ExplanationText {
  private let explanation: Explanation
  private let session: String
  private let localTime: LocalTime
  private let isColored: Bool
  private var grid = Grid([])

  /// Creates the text.
  ///
  /// - Parameters:
  ///   - explanation: the explanation.
  ///   - session: the session as a part of the title.
  ///   - localTime: the format of moments.
  ///   - isColored: whether titles are bold.
  init(
    _ explanation: Explanation, of session: String, localTime: LocalTime, isColored: Bool
  ) {
    self.explanation = explanation
    self.session = session
    self.localTime = localTime
    self.isColored = isColored
  }

  /// Appends the text.
  mutating func write(to output: inout [UInt8]) {
    title(explanation.title(of: session), to: &output)
    events(to: &output)
    clocks(to: &output)
    places(to: &output)
    sums(to: &output)
    notes(to: &output)
  }

  private func title(_ line: String, to output: inout [UInt8]) {
    output.append(Style.bold.applied(to: line, if: isColored))
    output.append("\n")
  }

  /// Begins a section with columns; the first one is on the left.
  private mutating func section(
    _ name: String, _ alignments: [Column.Alignment], to output: inout [UInt8]
  ) {
    output.append("\n")
    title(name, to: &output)
    grid = Grid(alignments.map { Column("", $0) })
  }

  private mutating func row(_ cells: [String]) {
    for cell in cells { grid.add { $0.append(cell) } }
  }

  private func end(to output: inout [UInt8]) {
    grid.writeRows(width: nil, isColored: isColored, to: &output)
  }

  private mutating func events(to output: inout [UInt8]) {
    section(
      "Events", [.left, .left, .left, .left, .right, .right, .right, .left], to: &output)
    row(["", "kind", "moment", "basis", "clock", "ticks", "place", ""])
    for source in explanation.sources {
      row([
        source.name, source.event.map { Harmless.text($0.kind.name) } ?? "",
        localTime.exactText(of: source.event?.at ?? source.reading.recordedAt),
        source.event?.basis.rawValue ?? "", "\(source.reading.clock.rawValue)",
        source.reading.ticks.decimalSeconds, source.place.decimalSeconds,
        source.remarks.joined(separator: ", "),
      ])
    }
    end(to: &output)
  }

  private mutating func clocks(to output: inout [UInt8]) {
    section("Clocks", [.left, .left, .left], to: &output)
    for clock in explanation.clocks {
      row([
        "clock \(clock.clock.rawValue)",
        "first read at \(clock.event.map { "@\($0)" } ?? "now"), ticks \(clock.ticks.decimalSeconds)",
        "place \(clock.equation)",
      ])
    }
    end(to: &output)
  }

  private mutating func places(to output: inout [UInt8]) {
    let clocks = Dictionary(
      explanation.clocks.map { ($0.clock, $0) }, uniquingKeysWith: { first, _ in first })
    section("Places", [.left, .left, .left], to: &output)
    for source in explanation.sources {
      row([
        source.name, source.readingEquation(clocks[source.reading.clock]),
        "ticks of clock \(source.reading.clock.rawValue)",
      ])
      var place = source.readingPlace
      for step in source.steps {
        row([
          "", Self.equation(place, [step.span], place + step.span), step.text(of: source),
        ])
        place += step.span
      }
    }
    end(to: &output)
  }

  private mutating func sums(to output: inout [UInt8]) {
    let time = explanation.runningTime
    section("Running time", [.left, .left, .right], to: &output)
    for term in explanation.terms {
      row([
        "\(term.from.name) to \(term.to.name)",
        Self.difference(term.to.place, term.from.place), term.span.decimalSeconds,
      ])
    }
    guard case .lap(let lap, let previous) = explanation.subject else {
      row(["running time", "sum", time?.decimalSeconds ?? "none: the clock was not started"])
      return end(to: &output)
    }
    row(["split", "sum", lap.split.decimalSeconds])
    if let previous {
      row([
        "split of lap \(previous.number ?? 0)", "@\(previous.event)",
        previous.split.decimalSeconds,
      ])
    }
    row([
      "lap time", Self.difference(lap.split, previous?.split ?? .zero),
      lap.lap.decimalSeconds,
    ])
    end(to: &output)
  }

  private func notes(to output: inout [UInt8]) {
    output.append("\n")
    for line in explanation.ruleLines + explanation.omissionLines + explanation.doubtLines {
      output.append(line)
      output.append("\n")
    }
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
