import Host
import Logbook
import Racing
import Text
import Timing

extension Context {
  /// Prints the explanation of a runner's place.
  func print(_ explanation: PlaceExplanation, of number: Int, named name: String?) {
    print(title: explanation.title(of: .session(number, named: name)))
    print(section: "Rules", [.left, .left, .left], explanation.ruleRows(localTime))
    if !explanation.crossings.isEmpty {
      print(
        section: "Crossings", [.left, .left, .left, .left, .right, .left],
        explanation.crossingRows(localTime))
    }
    if let total = explanation.total {
      print(section: "Time", [.left, .right], explanation.sumRows(total))
    }
    print(
      section: "Order", [.right, .left, .left, .right, .left, .left], explanation.orderRows)
    print(paragraph: explanation.noteLines(number))
  }
}

extension PlaceExplanation {
  fileprivate func title(of session: Message) -> Message {
    let wave = row.wave.map { "wave \($0) of " } ?? ""
    let place = row.position.map { "\($0) of \(rankedCount)" } ?? "not ranked"
    return "Place of \(row.subject) in \(wave)\(session): \(place)"
  }

  fileprivate func ruleRows(_ localTime: LocalTime) -> [[String]] {
    func row(_ name: String, _ gun: Gun) -> [String] {
      [
        name, "@\(gun.event)  \(localTime.exactText(of: gun.at))",
        "place \(gun.place.decimalSeconds)",
      ]
    }
    var rows = [["format", format.text, ""]]
    if !format.rulesText.isEmpty { rows.append(["rules", format.rulesText, ""]) }
    if let shortestLap {
      let share = RaceRule.deadTime.value(in: format)
      let text = "laps from \(shortestLap.decimalSeconds)"
      rows.append(["dead time", "\(share) of the median interval", text])
    }
    if let raceGun { rows.append(row("race", raceGun)) }
    if let wave = self.row.wave, let gun, gun != raceGun { rows.append(row("wave \(wave)", gun)) }
    if let start, start != gun?.place {
      rows.append(["own start", "", "place \(start.decimalSeconds)"])
    }
    return rows
  }

  fileprivate func crossingRows(_ localTime: LocalTime) -> [[String]] {
    crossings.map { crossing in
      let passage = crossing.passage
      let difference = crossing.place.difference(to: origin ?? .zero)
      // A loop counts from its bell.
      let bell =
        format.isBackyard ? "\(passage.split.difference(to: passage.split - passage.lap)) = " : ""
      return [
        crossing.name(format), crossing.reference,
        crossing.at.map { localTime.exactText(of: $0) } ?? "",
        "\(difference) = \(passage.split.decimalSeconds)",
        crossing.counts ? "lap \(bell)\(passage.lap.decimalSeconds)" : "",
        crossing.remarks.joined(separator: ", "),
      ]
    }
  }

  fileprivate func sumRows(_ total: Total) -> [[String]] {
    var terms = [(baseName(of: total), total.base)]
    if let bunched = total.bunched, bunched != total.base {
      terms.append(("the first of the bunch", bunched))
    }
    for ruling in rulings {
      guard case .time(let span) = ruling.ruling.decision else { continue }
      terms.append(("penalty of \(ruling.text)", span))
    }
    terms.append(("time that ranks", total.time))
    if format.round != nil { terms.append(("rounded", total.rounded)) }
    return terms.map { [$0.0, $0.1.decimalSeconds] }
  }

  /// The name of the sum without penalties.
  private func baseName(of total: Total) -> String {
    guard let laps = total.laps else {
      return "split of \(crossings.last { $0.counts }?.reference ?? "the last crossing")"
    }
    return laps.count == 1
      ? "best lap: \(laps.lowerBound)" : "best laps: \(laps.lowerBound) to \(laps.upperBound)"
  }

  /// The runner between the neighbors.
  fileprivate var orderRows: [[String]] {
    let rows = [
      ahead.map { ($0.row, $0.time, "ahead: \($0.separationText)") },
      (row, total?.time, ""),
      behind.map { ($0.row, $0.time, "behind: \($0.separationText)") },
    ]
    return rows.compactMap(\.self).map { row, time, reason in
      [
        row.position.map { "\($0)" } ?? "-", row.subject, SplitList.header(count: row.laps),
        time?.decimalSeconds ?? "", row.status.rawValue, reason,
      ]
    }
  }

  /// The lines on the finish, the status, the laps, ties and doubts, in the race of a session.
  fileprivate func noteLines(_ session: Int) -> [Message] {
    var lines = finishLines + ["status: \(row.status.rawValue)\(statusReason)"]
    for ruling in rulings {
      guard case .laps(let laps) = ruling.ruling.decision else { continue }
      lines.append("laps: \(abs(laps), "lap") \(laps > 0 ? "less" : "more") by \(ruling.text)")
    }
    let others = crossings.lazy.filter { !$0.counts }
    lines += others.compactMap {
      format.lineOnRereads($0.passage.flags, of: row.bib, session)
    }.prefix(1)
    lines.append("ties: \((format.isBackyard ? .shared : format.ties).text)")
    lines += doubt?.lines(of: "doubt of the time") ?? joinedSessionLines
    for (neighbor, word) in [(ahead, "ahead"), (behind, "behind")] {
      guard let neighbor, let doubt = neighbor.doubt, doubt.reasons != self.doubt?.reasons,
        !doubt.reasons.isEmpty
      else { continue }
      lines += doubt.lines(of: "doubt of the interval to \(neighbor.row.subject), \(word)")
    }
    return lines
  }

  private var finishLines: [Message] {
    guard let finish else { return [] }
    let newLap = finish.newLap == finish.deciding ? nil : finish.newLap
    let lines: [Message?] = [
      finish.limit.map { "time limit: place \($0.decimalSeconds)" },
      newLap.map { "first lap after it: \($0.text)" },
      finish.deciding.map { "finish: \($0.text)" },
    ]
    return lines.compactMap(\.self)
  }

  /// The ruling that gave the status, or why there is none.
  private var statusReason: String {
    if let ruling = rulings.last(where: \.givesStatus) { return ", by \(ruling.text)" }
    if row.flags.contains(.notSeen) { return ", no crossing until the stop" }
    if let lapOut { return ", out on lap \(lapOut)" }
    return row.status == .dnf ? ", not finished at the stop" : ""
  }

  private var joinedSessionLines: [Message] {
    guard let last = crossings.last(where: \.counts), last.event == nil else { return [] }
    if last.passage.flags.contains(.stated) {
      return ["doubt of the time: unknown, a person stated or moved the time of \(last.reference)"]
    }
    let size = last.passage.doubt.doubtText
    return ["doubt of the time: \(size), \(last.reference) is of a session that joined the race"]
  }
}

extension RaceFormat {
  /// A line on the ways to count a crossing within the dead time; nil without the flag or the rule.
  func lineOnRereads(_ flags: RaceFlags, of bib: String, _ session: Int) -> Message? {
    guard flags.contains(.reread), deadTime != nil else { return nil }
    return """
      reread: no command counts this crossing alone; a smaller dead_time counts such crossings of \
      all runners (\(command: "plan --rules dead_time=20%", session: session)), and \
      \(command: Suggestion("rule", [bib, "+1lap"]), session: session) gives this one a lap
      """
  }
}

extension PlaceExplanation.Completion {
  fileprivate var text: String {
    let event = event.map { " with @\($0)" } ?? ""
    return "\(bib) completed lap \(lap) at \(place.decimalSeconds)\(event)"
  }
}

extension PlaceExplanation.Crossing {
  /// The lap or the point, in a wave of a format; empty if it does not count.
  fileprivate func name(_ format: RaceFormat) -> String {
    if isStart { return "start" }
    return counts ? format.title(ofPassage: passage.number, point: passage.point) : ""
  }

  /// The event as it is typed: `@12`, or `@4:12` of another session.
  fileprivate var reference: String {
    event.map { "@\($0)" } ?? stream?.atSign ?? passage.event.map { "@\($0)" } ?? ""
  }

  /// The runner, if the crossing does not name the bib, and the flags.
  fileprivate var remarks: [String] {
    var remarks = counts || isStart ? [] : ["not counted"]
    switch claim {
    case .named, nil: break
    case .assigned(let event): remarks.append("assigned by @\(event)")
    case .linked(let chip, let event): remarks.append("chip \(chip), linked by @\(event)")
    case .entered(let chip): remarks.append("chip \(chip)")
    }
    return remarks + passage.flags.names
  }
}

extension PlaceExplanation.Ruling {
  /// Its event, with the reason.
  fileprivate var text: String { "@\(event)\(ruling.reason.map { " \($0.quoted)" } ?? "")" }
}

extension PlaceExplanation.Separation {
  /// The deciding rule, as a part of a line.
  fileprivate var text: String {
    switch self {
    case .status: "by the status"
    case .classification: "by the laps that are needed to be ranked"
    case .laps(let laps): "by \(SplitList.header(count: laps))"
    case .elimination: "by the lap of the elimination"
    case .winner: "the one who is left"
    case .bestLaps: "by the laps in a row that are needed"
    case .time(let span): span.map { "by \($0.inSeconds)" } ?? "by having a time"
    case .bestLap(let span): "equal, by the best lap\(span.map { ", \($0.inSeconds)" } ?? "")"
    case .exactTime(let span):
      "in one bunch, by the own time\(span.map { ", \($0.inSeconds)" } ?? "")"
    case .moment(let span):
      "equal, by the moment of the crossing\(span.map { ", \($0.inSeconds) earlier" } ?? "")"
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
