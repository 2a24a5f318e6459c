import Logbook
import Racing
import Text
import Timing

/// The text of the explanation of a place: the crossings, the sums, the rules and the neighbors.
struct PlaceExplanationText {
  private let explanation: PlaceExplanation
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
    _ explanation: PlaceExplanation, of session: String, localTime: LocalTime, isColored: Bool
  ) {
    self.explanation = explanation
    self.session = session
    self.localTime = localTime
    self.isColored = isColored
  }

  /// Appends the text.
  mutating func write(to output: inout [UInt8]) {
    title(explanation.title(of: session), to: &output)
    rules(to: &output)
    if !explanation.crossings.isEmpty { crossings(to: &output) }
    if explanation.total != nil { sums(to: &output) }
    order(to: &output)
    notes(to: &output)
  }

  private func title(_ line: String, to output: inout [UInt8]) {
    output.append(Style.bold.applied(to: line, if: isColored))
    output.append("\n")
  }

  /// Begins a section with columns.
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

  private mutating func rules(to output: inout [UInt8]) {
    section("Rules", [.left, .left, .left], to: &output)
    row(["format", explanation.format.text, ""])
    let rules = explanation.format.rulesText
    if !rules.isEmpty { row(["rules", rules, ""]) }
    if let gun = explanation.raceGun { row(["race", gun.text(localTime), gun.placeText]) }
    if let wave = explanation.wave, let gun = explanation.gun, gun != explanation.raceGun {
      row(["wave \(Harmless.text(wave))", gun.text(localTime), gun.placeText])
    }
    if let start = explanation.start, start != explanation.gun?.place {
      row(["own start", "", "place \(start.decimalSeconds)"])
    }
    end(to: &output)
  }

  private mutating func crossings(to output: inout [UInt8]) {
    section("Crossings", [.left, .left, .left, .left, .right, .left], to: &output)
    let origin = explanation.origin ?? .zero
    for crossing in explanation.crossings {
      let passage = crossing.passage
      row([
        crossing.name, crossing.reference, crossing.at.map { localTime.exactText(of: $0) } ?? "",
        ExplanationText.difference(crossing.place, origin) + " = " + passage.split.decimalSeconds,
        crossing.counts ? "lap \(passage.lap.decimalSeconds)" : "",
        crossing.remarks.joined(separator: ", "),
      ])
    }
    end(to: &output)
  }

  private mutating func sums(to output: inout [UInt8]) {
    guard let total = explanation.total else { return }
    section("Time", [.left, .right], to: &output)
    row([explanation.baseName(of: total), total.base.decimalSeconds])
    for ruling in explanation.rulings {
      guard case .time(let span) = ruling.ruling.decision else { continue }
      row(["penalty of @\(ruling.event)\(ruling.reason)", span.decimalSeconds])
    }
    row(["time that ranks", total.time.decimalSeconds])
    if explanation.format.round != nil { row(["rounded", total.rounded.decimalSeconds]) }
    if let shown = total.shown, shown != total.rounded {
      row(["the time of the runner ahead (bunch)", shown.decimalSeconds])
    }
    end(to: &output)
  }

  private mutating func order(to output: inout [UInt8]) {
    section("Order", [.right, .left, .left, .right, .left, .left], to: &output)
    if let ahead = explanation.ahead {
      neighbor(ahead.row, ahead.time, "ahead: " + ahead.separation.text)
    }
    neighbor(explanation.row, explanation.total?.time, "")
    if let behind = explanation.behind {
      neighbor(behind.row, behind.time, "behind: " + behind.separation.text)
    }
    end(to: &output)
  }

  private mutating func neighbor(_ row: Standings.Row, _ time: Duration?, _ reason: String) {
    self.row([
      row.position.map { "\($0)" } ?? "-", row.subject, SplitList.header(count: row.laps),
      time?.decimalSeconds ?? "", row.status.rawValue, reason,
    ])
  }

  private func notes(to output: inout [UInt8]) {
    output.append("\n")
    for line in explanation.noteLines {
      output.append(line)
      output.append("\n")
    }
  }
}

extension PlaceExplanation.Gun {
  fileprivate func text(_ localTime: LocalTime) -> String {
    "@\(event)  \(localTime.exactText(of: at))"
  }

  fileprivate var placeText: String { "place \(place.decimalSeconds)" }
}
