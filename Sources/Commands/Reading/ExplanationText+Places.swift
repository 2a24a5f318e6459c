import Host
import Logbook
import Racing
import Text
import Timing

extension ExplanationText<PlaceExplanation> {
  mutating func write(to output: inout [UInt8]) {
    text.title(explanation.title(of: session))
    rules()
    if !explanation.crossings.isEmpty { crossings() }
    if explanation.total != nil { sums() }
    order()
    text.lines(explanation.noteLines(number))
    output += text.bytes
  }

  private mutating func rules() {
    text.begin("Rules", [.left, .left, .left])
    text.row(["format", explanation.format.text, ""])
    let rules = explanation.format.rulesText
    if !rules.isEmpty { text.row(["rules", rules, ""]) }
    if let gun = explanation.raceGun { text.row(["race", gun.text(localTime), gun.placeText]) }
    if let wave = explanation.row.wave, let gun = explanation.gun, gun != explanation.raceGun {
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
    if let bunched = total.bunched, bunched != total.base {
      text.row(["the first of the bunch", bunched.decimalSeconds])
    }
    for ruling in explanation.rulings {
      guard case .time(let span) = ruling.ruling.decision else { continue }
      text.row(["penalty of @\(ruling.event)\(ruling.reason)", span.decimalSeconds])
    }
    text.row(["time that ranks", total.time.decimalSeconds])
    if explanation.format.round != nil { text.row(["rounded", total.rounded.decimalSeconds]) }
    text.end()
  }

  private mutating func order() {
    text.begin("Order", [.right, .left, .left, .right, .left, .left])
    if let ahead = explanation.ahead {
      neighbor(ahead.row, ahead.time, "ahead: " + ahead.separationText)
    }
    neighbor(explanation.row, explanation.total?.time, "")
    if let behind = explanation.behind {
      neighbor(behind.row, behind.time, "behind: " + behind.separationText)
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

extension PlaceExplanation {
  func title(of session: String) -> String {
    let wave = row.wave.map { "wave \(Harmless.text($0)) of " } ?? ""
    let place = row.position.map { "\($0) of \(rankedCount)" } ?? "not ranked"
    return "Place of \(row.subject) in \(wave)\(session): \(place)"
  }

  /// The name of the sum without penalties.
  func baseName(of total: Total) -> String {
    if let laps = total.laps {
      return laps.count == 1
        ? "best lap: \(laps.lowerBound)" : "best laps: \(laps.lowerBound) to \(laps.upperBound)"
    }
    return "split of " + (crossings.last { $0.counts }?.reference ?? "the last crossing")
  }

  /// The lines on the finish, the status, the laps, ties and doubts, in the race of a session.
  func noteLines(_ session: Int) -> [String] {
    var lines = finishLines
    lines.append("status: \(row.status.rawValue)" + statusReason)
    for ruling in rulings {
      guard case .laps(let laps) = ruling.ruling.decision else { continue }
      let words = SplitList.header(count: abs(laps)) + (laps > 0 ? " less" : " more")
      lines.append("laps: \(words) by @\(ruling.event)\(ruling.reason)")
    }
    let others = crossings.filter { !$0.counts }
    if let words = others.lazy.compactMap({
      format.wordsOnRereads($0.passage.flags, of: row.bib, session)
    }).first {
      lines.append(words)
    }
    lines.append("ties: \(format.ties.text)")
    lines += doubt?.lines(of: "doubt of the time") ?? otherDeviceLines
    for (neighbor, word) in [(ahead, "ahead"), (behind, "behind")] {
      guard let neighbor, let doubt = neighbor.doubt, doubt.reasons != self.doubt?.reasons,
        !doubt.reasons.isEmpty
      else { continue }
      lines += doubt.lines(of: "doubt of the interval to \(neighbor.row.subject), \(word)")
    }
    return lines
  }

  private var finishLines: [String] {
    guard let finish else { return [] }
    var lines: [String] = []
    if let limit = finish.limit {
      lines.append("time limit: place \(limit.decimalSeconds)")
    }
    if let newLap = finish.newLap, newLap != finish.deciding {
      lines.append("first lap after it: " + newLap.text)
    }
    if let deciding = finish.deciding { lines.append("finish: " + deciding.text) }
    return lines
  }

  /// The ruling that gave the status, or why there is none.
  private var statusReason: String {
    if let ruling = rulings.last(where: \.givesStatus) {
      return ", by @\(ruling.event)\(ruling.reason)"
    }
    if row.flags.contains(.notSeen) { return ", no crossing until the stop" }
    if let lapOut { return ", out on lap \(lapOut)" }
    return row.status == .dnf ? ", not finished at the stop" : ""
  }

  private var otherDeviceLines: [String] {
    guard let last = crossings.last(where: \.counts), last.event == nil else { return [] }
    let size = last.passage.doubt.map { "±\($0.decimalSeconds) s" } ?? "unknown"
    return ["doubt of the time: \(size), \(last.reference) is a crossing of another device"]
  }
}

extension RaceFormat {
  /// The ways to count a crossing within the dead time, as a line; nil without the flag or the
  /// rule.
  func wordsOnRereads(_ flags: RaceFlags, of bib: String, _ session: Int) -> String? {
    guard flags.contains(.reread), deadTime != nil else { return nil }
    let rule = suggestedCommand("rule", [bib, "+1lap"], session: session)
    return """
      reread: no command counts this crossing alone; a smaller dead_time counts such crossings of \
      all runners ('laptimer plan --rules dead_time=20% --session \(session)'), and 'laptimer \
      \(rule)' gives this one a lap
      """
  }
}

extension PlaceExplanation.Completion {
  fileprivate var text: String {
    let event = event.map { " with @\($0)" } ?? ""
    return "\(Harmless.text(bib)) completed lap \(lap) at \(place.decimalSeconds)\(event)"
  }
}

extension PlaceExplanation.Crossing {
  /// The lap or the point, in a wave of a format; empty if it does not count.
  func name(_ format: RaceFormat) -> String {
    if isStart { return "start" }
    return counts ? format.title(ofPassage: passage.number, point: passage.point) : ""
  }

  /// The event as it is typed: `@12`, or `@4:12` of another session.
  var reference: String {
    event.map { "@\($0)" } ?? stream?.atSign ?? passage.event.map { "@\($0)" } ?? ""
  }

  /// The runner, if the crossing does not name the bib, and the flags.
  var remarks: [String] {
    var remarks = counts || isStart ? [] : ["not counted"]
    switch claim {
    case .named, nil: break
    case .assigned(let event): remarks.append("assigned by @\(event)")
    case .linked(let chip, let event):
      remarks.append("chip \(Harmless.text(chip)), linked by @\(event)")
    case .entered(let chip): remarks.append("chip \(Harmless.text(chip))")
    }
    return remarks + passage.flags.names
  }
}

extension PlaceExplanation.Ruling {
  /// The reason after a space; empty without one.
  var reason: String { ruling.reason.map { " \($0.quoted)" } ?? "" }
}

extension PlaceExplanation.Separation {
  /// The deciding rule, as a part of a line.
  var text: String {
    switch self {
    case .status: "by the status"
    case .classification: "by the laps that are needed to be ranked"
    case .laps(let laps): "by \(SplitList.header(count: laps))"
    case .elimination: "by the lap of the elimination"
    case .winner: "the one who is left"
    case .bestLaps: "by the laps in a row that are needed"
    case .time(let span): span.map { "by \($0.decimalSeconds) s" } ?? "by having a time"
    case .bestLap(let span):
      "equal, by the best lap" + (span.map { ", \($0.decimalSeconds) s" } ?? "")
    case .exactTime(let span):
      "in one bunch, by the own time" + (span.map { ", \($0.decimalSeconds) s" } ?? "")
    case .moment(let span):
      "equal, by the moment of the crossing"
        + (span.map { ", \($0.decimalSeconds) s earlier" } ?? "")
    case .recorded: "equal, as recorded"
    case .order(let event?): "equal, by the order of @\(event)"
    case .order(nil): "equal, by several orders"
    case .orderOfOthers(let event):
      "equal, by the order of @\(event), which names only one of the two"
    case .bib: "equal, by the bib"
    case .none: "equal, the place is shared"
    }
  }
}

extension PlaceExplanation.Neighbor {
  /// The separation; for equal times, with the crossing that `order` can name.
  fileprivate var separationText: String {
    let crossing = event.map { ", last crossing @\($0)" } ?? ""
    switch separation {
    case .moment, .recorded, .bib, .orderOfOthers: return separation.text + crossing
    case .status, .classification, .laps, .elimination, .winner, .bestLaps, .time, .exactTime,
      .bestLap, .order, .none:
      return separation.text
    }
  }
}

extension RaceFormat.Ties {
  /// The rule in words.
  fileprivate var text: String {
    switch self {
    case .line: "by the order given, the moment of the crossing, as recorded"
    case .shared: "the place is shared"
    case .bestLap: "by the best lap, else the place is shared"
    }
  }
}
