import Host
import Logbook
import Racing
import Text
import Timing

extension Context {
  /// Prints the explanation of a lap or a running time; that of a crossing begins with its runner,
  /// and has the number of the session of the race.
  func print(
    _ explanation: Explanation, of number: Int, named name: String?,
    _ crossing: (stored: StoredCrossing, race: Int)?
  ) {
    let session = Message.session(number, named: name)
    let reasons =
      explanation.ruleLines + explanation.omissionLines
      + explanation.doubtLines(ofCrossing: crossing != nil)
    if let (stored, race) = crossing {
      print(title: stored.verdict("\(explanation.subject.crossing) of \(session)"))
      print(paragraph: stored.reasonLines(number, race) + reasons)
    } else {
      print(title: explanation.title(of: session))
    }
    print(
      section: "Events", [.left, .left, .left, .left, .right, .right, .right, .left],
      explanation.eventRows(localTime))
    print(section: "Clocks", [.left, .left, .left], explanation.clocks.map(\.cells))
    print(section: "Places", [.left, .left, .left], explanation.placeRows)
    print(section: "Running time", [.left, .left, .right], explanation.sumRows)
    if crossing == nil { print(paragraph: reasons) }
  }
}

extension Explanation {
  fileprivate func eventRows(_ localTime: LocalTime) -> [[String]] {
    [["", "kind", "moment", "basis", "clock", "ticks", "place", ""]]
      + sources.map { source in
        [
          source.name, source.event?.kind.name ?? "",
          localTime.exactText(of: source.event?.at ?? source.reading.recordedAt),
          source.event?.basis.rawValue ?? "", "\(source.reading.clock.rawValue)",
          source.reading.ticks.decimalSeconds, source.place.decimalSeconds,
          source.remarks.joined(separator: ", "),
        ]
      }
  }

  fileprivate var placeRows: [[String]] {
    let clocks = Dictionary(
      clocks.map { ($0.clock, $0) }, uniquingKeysWith: { first, _ in first })
    return sources.flatMap { source in
      var rows = [
        [
          source.name, source.readingEquation(clocks[source.reading.clock]),
          "ticks of clock \(source.reading.clock.rawValue)",
        ]
      ]
      var place = source.readingPlace
      for step in source.steps {
        rows.append(["", place.equation(adding: step.span), step.text])
        place += step.span
      }
      return rows
    }
  }

  fileprivate var sumRows: [[String]] {
    var rows = terms.map { term in
      [
        "\(term.from.name) to \(term.to.name)", term.to.place.difference(to: term.from.place),
        term.span.decimalSeconds,
      ]
    }
    guard case .lap(let lap, let previous) = subject else {
      let time = runningTime?.decimalSeconds ?? "none: the clock was not started"
      return rows + [["running time", "sum", time]]
    }
    rows.append(["split", "sum", lap.split.decimalSeconds])
    if let previous {
      let name = "split of lap \(previous.number ?? 0)"
      rows.append([name, "@\(previous.event)", previous.split.decimalSeconds])
    }
    let difference = lap.split.difference(to: previous?.split ?? .zero)
    return rows + [["lap time", difference, lap.lap.decimalSeconds]]
  }

  /// The title, with the number.
  fileprivate func title(of session: Message) -> Message {
    let time = runningTime?.inSeconds ?? "none"
    return switch subject {
    case .now: "Running time of \(session): \(time)"
    case .event(let version): "Running time of \(session) at @\(version): \(time)"
    case .lap(let lap, _):
      """
      Lap \(lap.number.map { "\($0)" } ?? "@\(lap.event)") of \(session): \
      lap time \(lap.lap.inSeconds), split \(lap.split.inSeconds)
      """
    }
  }

  /// A line for each rule, and for each lap that it does not count.
  fileprivate var ruleLines: [Message] {
    var lines: [Message] = rules.map { "rule: \($0.text), set by @\($0.event)" }
    if let finish {
      let limit: Message =
        "finish: the limit stopped the clock at \(finish.runningTime.inSeconds)"
      lines.append(finish.lap.map { "finish: lap @\($0) completed the plan" } ?? limit)
    }
    let laps =
      if case .lap(let lap, _) = subject, lap.number == nil { uncounted + [lap] } else { uncounted }
    return lines
      + laps.map { lap in
        let reasons = lap.flags.intersection([.short, .afterFinish, .notRunning]).names
        return "not counted: lap @\(lap.event) (\(reasons.joined(separator: ", ")))"
      }
  }

  /// A line for each event that is left out.
  fileprivate var omissionLines: [Message] {
    omitted.map {
      "left out: @\($0.event), \($0.isRemoved ? "removed" : "taken back") by @\($0.by)"
    }
  }

  fileprivate func doubtLines(ofCrossing isCrossing: Bool) -> [Message] {
    guard let doubt else { return [] }
    // The time of a crossing may be on other events: the start of its wave, or of its runner.
    let name: Message = isCrossing ? "doubt of the running time" : "doubt"
    guard let lapDoubt, lapDoubt != doubt else { return doubt.lines(of: name) }
    return lapDoubt.lines(of: "doubt of the lap time") + doubt.lines(of: "doubt of the split")
  }
}

extension StoredCrossing {
  /// The runner, the lap and the time of the crossing, or that it does not count.
  fileprivate func verdict(_ crossing: Message) -> Message {
    guard let bib else { return "\(crossing): nobody's, does not count" }
    let runner: Message = "\(crossing): of \(bib)\(name.map { " \($0)" } ?? "")"
    guard isEntered, let format else {
      return "\(runner), who is not entered, does not count"
    }
    guard let number else { return "\(runner), does not count" }
    let end =
      switch end {
      case .finished: ", the finish"
      case .eliminated: ", eliminated"
      case nil: ""
      }
    return "\(runner), \(format.title(ofPassage: number, point: point))\(end)"
  }

  /// The reasons for the verdict: the flags, the times, and the way to the place.
  ///
  /// The split counts from the start of the wave, or of the runner.
  fileprivate func reasonLines(_ session: Int, _ race: Int) -> [Message] {
    guard let bib, isEntered else { return [] }
    var lines: [Message] =
      flags.names.isEmpty ? [] : ["flags: \(flags.names.joined(separator: ", "))"]
    // Only those that count are judged, and have a start.
    let sum = number.map { _ in "\(place.difference(to: place - split)) = " } ?? ""
    lines.append("split: \(sum)\(split.inSeconds)\(lap.map { ", lap \($0.inSeconds)" } ?? "")")
    if race != session {
      lines.append("place on the timeline of session \(race), the race: \(place.inSeconds)")
    }
    if let line = format?.lineOnRereads(flags, of: bib, session) { lines.append(line) }
    let explain: Suggestion = "explain \(ExplainCommand.bib, bib)"
    return lines + ["place and doubt of the runner: see \(command: explain, session: session)"]
  }
}

extension Explanation.Subject {
  /// `Crossing @6`.
  fileprivate var crossing: Message {
    if case .event(let version) = self { "Crossing @\(version)" } else { "Crossing" }
  }
}

extension Explanation.Rule {
  fileprivate var text: Message {
    switch value {
    case .laps(let count): "finish after \(count, "lap")"
    case .segments(let count): "finish after \(count, "segment")"
    case .limit(let limit): "limit \(limit.inSeconds)"
    case .minimumLap(let shortest): "shortest lap \(shortest.inSeconds)"
    }
  }
}

extension Explanation.Doubt {
  /// The size and the reasons, a line each.
  func lines(of name: Message) -> [Message] {
    if reasons.isEmpty { return ["\(name): none, only ticks of one clock count"] }
    return ["\(name): \(size.doubtText)"] + reasons.map { "  \($0.text)" }
  }
}

extension Explanation.Doubt.Reason {
  fileprivate var text: Message {
    switch self {
    case .bridged(let from, let to):
      "from @\(from) to \(to.nameOrNow) by the wall clock; the error is unknown"
    case .unknownGap(let from, let to):
      """
      from @\(from) to \(to.nameOrNow) the wall clock ran backwards: the gap counts as zero, and \
      the number is too small by its length
      """
    case .stated(let event): "a person stated or moved the time of @\(event)"
    case .waited(let event, let span):
      "@\(event) was measured \(span.inSeconds) earlier, but waited for the log"
    }
  }
}

extension Int? {
  /// The event with this number, `@3`, or `now`.
  fileprivate var nameOrNow: String { map { "@\($0)" } ?? "now" }
}

extension Explanation.Source {
  fileprivate var name: String { (event?.version).nameOrNow }

  fileprivate var remarks: [String] {
    var remarks = quality == .exact ? [] : [quality.rawValue]
    remarks += flags.names.filter { !remarks.contains($0) }
    if let wallClockStep {
      let sign = wallClockStep < .zero ? "-" : "+"
      remarks.append(
        "wall clock set by \(sign)\(wallClockStep.magnitude.decimalSeconds), ticks count")
    }
    return remarks
  }

  /// The place of the reading, from that of its clock's first reading.
  fileprivate func readingEquation(_ clock: Explanation.ClockStart?) -> String {
    guard let clock, clock.place + reading.ticks - clock.ticks == readingPlace else {
      return "\(readingPlace.decimalSeconds): the end of the timeline"
    }
    return clock.place.equation(adding: reading.ticks, .zero - clock.ticks)
  }
}

extension Explanation.Step {
  /// The reason as a part of a line.
  fileprivate var text: String {
    switch reason {
    case .offset: span < .zero ? "before its reading" : "after its reading"
    case .stated(let reading): "stated, by the wall clock of @\(reading)"
    case .waited: "waited: not before the latest press"
    case .moved(let event): "moved by @\(event)"
    case .restated(let event, let reading): "moved by @\(event), by the clock of @\(reading)"
    }
  }
}

extension Explanation.ClockStart {
  fileprivate var cells: [String] {
    [
      "clock \(clock.rawValue)",
      "first read at \(event.nameOrNow), ticks \(ticks.decimalSeconds)", "place \(equation)",
    ]
  }

  /// The place of the first reading, and the wall clocks from which it follows.
  private var equation: String {
    switch origin {
    case .first: place.decimalSeconds
    case .wallClock(let event, let before, let difference) where difference < .zero:
      """
      \(before.equation(adding: place - before)), the wall clock ran backwards by \
      \(difference.magnitude.decimalSeconds) since @\(event): unknown
      """
    case .wallClock(let event, let before, let difference) where before + difference == place:
      "\(before.equation(adding: difference)), by the wall clock since @\(event): bridged"
    case .wallClock(let event, _, _):
      "\(place.decimalSeconds), not before the newest reading; bridged since @\(event)"
    }
  }
}
