import Arguments
import Host
import Logbook
import Racing
import Text
import Timing

extension ExplanationText<Explanation> {
  /// Appends the text; `crossing` is the crossing of a race that is explained, first, the number of
  /// its session, and that of the race.
  mutating func write(
    _ crossing: (stored: StoredCrossing, session: Int, race: Int)? = nil,
    to output: inout [UInt8]
  ) {
    let reasons = explanation.ruleLines + explanation.omissionLines + explanation.doubtLines
    if let crossing {
      text.title(crossing.stored.verdict(explanation.crossingName(session)))
      text.lines(crossing.stored.reasonLines(crossing.session, crossing.race) + reasons)
    } else {
      text.title(explanation.title(of: session))
    }
    events()
    clocks()
    places()
    sums()
    if crossing == nil { text.lines(reasons) }
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

extension StoredCrossing {
  /// The runner, the lap and the time of the crossing, or that it does not count.
  fileprivate func verdict(_ crossing: String) -> String {
    guard let bib else { return "\(crossing): nobody's, does not count" }
    let runner = Harmless.text(bib) + (name.map { " \(Harmless.text($0))" } ?? "")
    guard isEntered, let format else {
      return "\(crossing): of \(runner), who is not entered, does not count"
    }
    let end =
      switch end {
      case .finished: ", the finish"
      case .eliminated: ", eliminated"
      case nil: ""
      }
    let passage = number.map { format.title(ofPassage: $0, point: point) + end } ?? "does not count"
    return "\(crossing): of \(runner), \(passage)"
  }

  /// The reasons for the verdict: the flags, the times, and the way to the place.
  fileprivate func reasonLines(_ session: Int, _ race: Int) -> [String] {
    guard let bib, isEntered else { return [] }
    var lines = flags.names.isEmpty ? [] : ["flags: \(flags.names.joined(separator: ", "))"]
    let lap = lap.map { ", lap \($0.decimalSeconds) s" } ?? ""
    lines.append("split: \(split.decimalSeconds) s\(lap)")
    if race != session {
      lines.append(
        "place on the timeline of session \(race), the race: \(place.decimalSeconds) s")
    }
    if let format, let words = format.wordsOnRereads(flags, of: bib, session) {
      lines.append(words)
    }
    let option = suggestedOption(ExplainCommand.bib, bib)
    lines.append(
      "place of the runner: see 'laptimer explain \(option) --session \(session)'")
    return lines
  }
}

extension Explanation {
  /// `Crossing @6 of session 1 "Crit"`.
  fileprivate func crossingName(_ session: String) -> String {
    guard case .event(let version) = subject else { return "Crossing of \(session)" }
    return "Crossing @\(version) of \(session)"
  }
}

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

extension Explanation {
  /// The title, with the number.
  func title(of session: String) -> String {
    switch subject {
    case .now: "Running time of \(session): \(seconds(runningTime))"
    case .event(let version): "Running time of \(session) at @\(version): \(seconds(runningTime))"
    case .lap(let lap, _):
      """
      Lap \(lap.number.map { "\($0)" } ?? "@\(lap.event)") of \(session): \
      lap time \(seconds(lap.lap)), split \(seconds(lap.split))
      """
    }
  }

  private func seconds(_ time: Duration?) -> String {
    time.map { "\($0.decimalSeconds) s" } ?? "none"
  }

  /// A line for each rule, and for each lap that it does not count.
  var ruleLines: [String] {
    var lines = rules.map { "rule: \($0.text), set by @\($0.event)" }
    if let finish {
      lines.append(
        finish.lap.map { "finish: lap @\($0) completed the plan" }
          ?? "finish: the limit stopped the clock at \(seconds(finish.runningTime))")
    }
    let laps =
      if case .lap(let lap, _) = subject, lap.number == nil { uncounted + [lap] } else { uncounted }
    for lap in laps {
      let reasons = lap.flags.intersection([.short, .afterFinish, .notRunning]).names
      lines.append("not counted: lap @\(lap.event) (\(reasons.joined(separator: ", ")))")
    }
    return lines
  }

  /// A line for each event that is left out.
  var omissionLines: [String] {
    omitted.map {
      "left out: @\($0.event), \($0.isRemoved ? "removed" : "taken back") by @\($0.by)"
    }
  }

  var doubtLines: [String] {
    guard let lapDoubt else { return doubt.lines(of: "doubt") }
    guard lapDoubt != doubt else { return doubt.lines(of: "doubt") }
    return lapDoubt.lines(of: "doubt of the lap time") + doubt.lines(of: "doubt of the split")
  }
}

extension Explanation.Rule {
  fileprivate var text: String {
    switch value {
    case .laps(let count): "finish after \(SplitList.header(count: count))"
    case .segments(let count):
      "finish after \(count == 1 ? "1 segment" : "\(count) segments")"
    case .limit(let limit): "limit \(limit.decimalSeconds) s"
    case .minimumLap(let shortest): "shortest lap \(shortest.decimalSeconds) s"
    }
  }
}

extension Explanation.Doubt {
  /// The size and the reasons, a line each.
  func lines(of name: String) -> [String] {
    if reasons.isEmpty { return ["\(name): none, only ticks of one clock count"] }
    let size = size.map { "±\($0.decimalSeconds) s" } ?? "unknown"
    return ["\(name): \(size)"] + reasons.map { "  \($0.text)" }
  }
}

extension Explanation.Doubt.Reason {
  fileprivate var text: String {
    switch self {
    case .bridged(let from, let to):
      "from @\(from) to \(name(to)) by the wall clock; the error is unknown"
    case .unknownGap(let from, let to):
      """
      from @\(from) to \(name(to)) the wall clock ran backwards: the gap counts as zero, and the \
      number is too small by its length
      """
    case .stated(let event): "a person stated or moved the time of @\(event)"
    case .waited(let event, let span):
      "@\(event) was measured \(span.decimalSeconds) s earlier, but waited for the log"
    }
  }

  private func name(_ event: Int?) -> String { event.map { "@\($0)" } ?? "now" }
}

extension Explanation.Source {
  /// The event's number, or `now`.
  var name: String { event.map { "@\($0.version)" } ?? "now" }

  var remarks: [String] {
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
  func readingEquation(_ clock: Explanation.ClockStart?) -> String {
    guard let clock, clock.place + reading.ticks - clock.ticks == readingPlace else {
      return "\(readingPlace.decimalSeconds): the end of the timeline"
    }
    return ExplanationText<Explanation>.equation(
      clock.place, [reading.ticks, .zero - clock.ticks], readingPlace)
  }
}

extension Explanation.Step {
  /// The reason as a part of a line.
  func text(of source: Explanation.Source) -> String {
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
  /// The place of the first reading, and the wall clocks from which it follows.
  var equation: String {
    switch origin {
    case .first: place.decimalSeconds
    case .wallClock(let event, let before, let difference) where difference < .zero:
      """
      \(ExplanationText<Explanation>.equation(before, [place - before], place)), the wall clock ran backwards \
      by \(difference.magnitude.decimalSeconds) since @\(event): unknown
      """
    case .wallClock(let event, let before, let difference) where before + difference == place:
      """
      \(ExplanationText<Explanation>.equation(before, [difference], place)), by the wall clock since \
      @\(event): bridged
      """
    case .wallClock(let event, _, _):
      "\(place.decimalSeconds), not before the newest reading; bridged since @\(event)"
    }
  }
}
