import Logbook
import Racing
import Text
import Timing

extension ExplanationText<PlaceExplanation> {
  /// Appends the text.
  mutating func write(to output: inout [UInt8]) {
    text.title(explanation.title(of: session))
    rules()
    if !explanation.crossings.isEmpty { crossings() }
    if explanation.total != nil { sums() }
    order()
    text.lines(explanation.noteLines)
    output += text.bytes
  }

  private mutating func rules() {
    text.begin("Rules", [.left, .left, .left])
    text.row(["format", explanation.format.text, ""])
    let rules = explanation.format.rulesText
    if !rules.isEmpty { text.row(["rules", rules, ""]) }
    if let gun = explanation.raceGun { text.row(["race", gun.text(localTime), gun.placeText]) }
    if let wave = explanation.wave, let gun = explanation.gun, gun != explanation.raceGun {
      text.row(["wave \(Harmless.text(wave))", gun.text(localTime), gun.placeText])
    }
    if let start = explanation.start, start != explanation.gun?.place {
      text.row(["own start", "", "place \(start.decimalSeconds)"])
    }
    text.end()
  }

  private mutating func crossings() {
    text.begin("Crossings", [.left, .left, .left, .left, .right, .left])
    let origin = explanation.origin ?? .zero
    for crossing in explanation.crossings {
      let passage = crossing.passage
      text.row([
        crossing.name(explanation.format), crossing.reference,
        crossing.at.map { localTime.exactText(of: $0) } ?? "",
        ExplanationText<Explanation>.difference(crossing.place, origin) + " = "
          + passage.split.decimalSeconds,
        crossing.counts ? "lap \(passage.lap.decimalSeconds)" : "",
        crossing.remarks.joined(separator: ", "),
      ])
    }
    text.end()
  }

  private mutating func sums() {
    guard let total = explanation.total else { return }
    text.begin("Time", [.left, .right])
    text.row([explanation.baseName(of: total), total.base.decimalSeconds])
    for ruling in explanation.rulings {
      guard case .time(let span) = ruling.ruling.decision else { continue }
      text.row(["penalty of @\(ruling.event)\(ruling.reason)", span.decimalSeconds])
    }
    text.row(["time that ranks", total.time.decimalSeconds])
    if explanation.format.round != nil { text.row(["rounded", total.rounded.decimalSeconds]) }
    if let shown = total.shown, shown != total.rounded {
      text.row(["the time of the runner ahead (bunch)", shown.decimalSeconds])
    }
    text.end()
  }

  private mutating func order() {
    text.begin("Order", [.right, .left, .left, .right, .left, .left])
    if let ahead = explanation.ahead {
      neighbor(ahead.row, ahead.time, "ahead: " + ahead.separation.text)
    }
    neighbor(explanation.row, explanation.total?.time, "")
    if let behind = explanation.behind {
      neighbor(behind.row, behind.time, "behind: " + behind.separation.text)
    }
    text.end()
  }

  private mutating func neighbor(_ row: Standings.Row, _ time: Duration?, _ reason: String) {
    text.row([
      row.position.map { "\($0)" } ?? "-", row.subject, SplitList.header(count: row.laps),
      time?.decimalSeconds ?? "", row.status.rawValue, reason,
    ])
  }
}

extension PlaceExplanation.Gun {
  fileprivate func text(_ localTime: LocalTime) -> String {
    "@\(event)  \(localTime.exactText(of: at))"
  }

  fileprivate var placeText: String { "place \(place.decimalSeconds)" }
}
