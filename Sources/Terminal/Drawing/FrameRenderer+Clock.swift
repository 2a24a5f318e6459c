import Live
import Text
import Timing

/// The clock with its phase, and the title.
extension FrameRenderer {
  /// The digits of the clock: the running time, or the seconds to go.
  var clockText: String {
    snapshot.phase == .countdown
      ? CountdownLabel().text(of: snapshot.displayedTime)
      : times.text(of: snapshot.displayedTime)
  }

  var clockStyle: TextStyle {
    switch snapshot.phase {
    case .running: .good
    case .countdown, .stopped: .waiting
    case .ready, .finished: .strong
    case .discarded: .faint
    }
  }

  /// The phase in words; the first second after a countdown shows its `0`.
  private var phaseText: String {
    if let point = scene.board.timedPoint { return "times \(point.name)" }
    switch snapshot.phase {
    case .countdown: return "starts in \(CountdownLabel().text(of: snapshot.displayedTime))"
    case .running where isFirstSecond: return "running  0"
    case .ready, .running, .stopped, .finished, .discarded: return snapshot.phase.rawValue
    }
  }

  /// The phase in fewer words, beside the clock.
  private var shortPhaseText: String {
    snapshot.phase == .countdown ? "to go" : snapshot.phase.rawValue
  }

  private var isFirstSecond: Bool {
    summary.stopwatch.start?.isAhead == true
      && Duration.zero..<Duration.seconds(1) ~= snapshot.displayedTime
  }

  /// Draws a time in large digits.
  mutating func draw(
    _ text: String, in digits: LargeDigits, row: Int, column: Int = 1, style: TextStyle = .plain
  ) {
    let block: Character = canvas.charset == .utf8 ? "█" : "#"
    for (offset, line) in digits.lines(text, block: block).enumerated() {
      canvas.put(line, row: row + offset, column: column, style: style)
    }
  }

  mutating func drawClock(row: Int) -> Int {
    canvas.put(clockText, row: row, style: clockStyle)
  }

  /// Draws clock, phase and the lap under way in one row, with the number of laps if no other row
  /// shows it.
  ///
  /// On a screen of one row also the controls, or the message instead of all but the clock.
  mutating func drawClockLine(row: Int) {
    var end = drawClock(row: row)
    if size.rows == 1, let message = scene.message {
      canvas.put(message, row: row, column: end + 1, style: .bad)
      return
    }
    end = canvas.put(
      firstFitting: [phaseText, shortPhaseText], row: row, column: end + 1, style: clockStyle)
    guard size.rows <= 2 else {
      showsLap = drawLap(row: row, column: end + 2) != nil
      return
    }
    let laps = chosen.map(shortText(of:)) ?? SplitList.header(count: summary.lapCount)
    end = canvas.put(firstFitting: [laps], row: row, column: end + 1)
    // On one row the controls come first.
    if size.rows == 2 || chosen == nil && size.columns >= Self.leastColumnsForLap {
      end = drawLap(row: row, column: end + 2) ?? end
    }
    if size.rows == 1 { drawControls(row: row, from: end + 3) }
  }

  /// A chosen entry where there is no list.
  private func shortText(of entry: LapOrTimestamp) -> String {
    let mark = canvas.symbol("▸", ">")
    switch entry {
    case .lap(let lap):
      return "\(mark)\(lap.number.map { "\($0)" } ?? "-")) \(times.text(of: lap.split))"
    case .timestamp(let timestamp): return "\(mark)\(timestamp.label)"
    }
  }

  /// The columns of a screen of one row that suffice for the lap under way and some controls.
  private static let leastColumnsForLap = 60

  /// Draws name, number and age; if they do not fit, the name is cut first, then the age omitted.
  mutating func drawTitle(row: Int) {
    let age = summary.startedAt.map { snapshot.at - $0 }
    let started =
      snapshot.phase == .countdown ? nil : age.map { "started \(AgeLabel().text(of: $0))" }
    let number = scene.board.number.map { "session \($0)" } ?? "no session yet"
    var end = 0
    if let name = summary.profile.name {
      let rest = canvas.columns(of: number) + 2
      let besideAge = size.columns - rest - (started.map { canvas.columns(of: $0) + 2 } ?? 0)
      let needed = min(Self.recognizableColumns, canvas.columns(of: name))
      let room = besideAge >= needed ? besideAge : size.columns - rest
      end = canvas.put(name, row: row, style: .strong, columns: room >= needed ? room : .max) + 2
    }
    end = canvas.put(firstFitting: [number], row: row, column: end, style: .strong)
    guard let age, let started else { return }
    let start = canvas.put(started, row: row, after: end + 1, style: .faint)
    if start < size.columns { canvas.nextChange.add(age: age) }
  }

  /// The columns of a long name that suffice to recognize it.
  private static let recognizableColumns = 12

  /// Draws the phase, the lap under way if it is not yet drawn, the people timed and the tags.
  mutating func drawPhase(row: Int) {
    var end = canvas.put(phaseText, row: row, style: clockStyle)
    if !showsLap, let next = drawLap(row: row, column: end + 2) { (end, showsLap) = (next, true) }
    let people = summary.profile.people.map(\.full).joined(separator: ", ")
    if !people.isEmpty { end = canvas.put(people, row: row, column: end + 2) }
    let tags = summary.profile.tags.map { "#" + $0 }.joined(separator: " ")
    canvas.put(tags, row: row, after: end + 1, style: .faint)
  }
}

/// The progress towards the planned laps and the limit.
extension FrameRenderer {
  private struct Progress {
    var fraction: Double
    /// The text after the bar.
    var text: String
    /// The texts without a bar, the shortest last.
    var textsAlone: [String]
  }

  private static let barLengths = 4...16
  private static let gapBeforeBar = 3

  /// Draws both at the end of a row: with bars if they fit, else as text, else only one of them.
  mutating func drawProgress(row: Int, after column: Int) {
    let (laps, limit) = (lapProgress, limitProgress)
    let choices = [[laps, limit], [limit], [laps]].map { $0.compactMap(\.self) }
    for choice in choices where !choice.isEmpty {
      if drawBars(choice, row: row, after: column) { return }
      if drawTexts(choice, row: row, after: column) { return }
    }
  }

  private var lapProgress: Progress? {
    guard let laps = summary.profile.plan.laps else { return nil }
    let text = "\(min(summary.lapCount, laps)) of \(SplitList.header(count: laps))"
    return Progress(
      fraction: Double(summary.lapCount) / Double(laps), text: text, textsAlone: [text])
  }

  private var limitProgress: Progress? {
    guard let limit = summary.profile.plan.limit else { return nil }
    // In tenths, so that the bar moves only when the clock's digits do.
    let time = max(.zero, min(snapshot.displayedTime, limit))
    let tenths = Duration.milliseconds(100 * Int64(time / .milliseconds(100)))
    var textsAlone = ["limit \(times.text(of: limit))"]
    if limit.components.attoseconds == 0 {
      textsAlone.append("limit \(StopwatchLabel(precision: 0).text(of: limit))")
    }
    return Progress(
      fraction: tenths / limit, text: "of \(times.text(of: limit))", textsAlone: textsAlone)
  }

  /// Draws all with bars of equal length if there is room.
  private mutating func drawBars(_ all: [Progress], row: Int, after column: Int) -> Bool {
    let texts = all.reduce(0) { $0 + Self.gapBeforeBar + 3 + canvas.columns(of: $1.text) }
    let length = min(Self.barLengths.upperBound, (size.columns - column - texts) / all.count)
    guard length >= Self.barLengths.lowerBound else { return false }
    var end = size.columns
    for progress in all.reversed() {
      let text = end - canvas.columns(of: progress.text)
      canvas.put(progress.text, row: row, column: text)
      let left = text - length - 3
      let bar = Bar.text(
        progress.fraction, columns: length, blocks: canvas.charset == .utf8)
      canvas.put(canvas.symbol("▕", "["), row: row, column: left, style: .faint)
      canvas.put(bar, row: row, column: left + 1, style: .bar)
      canvas.put(canvas.symbol("▏", "]"), row: row, column: left + 1 + length, style: .faint)
      end = left - Self.gapBeforeBar
    }
    return true
  }

  /// Draws all as text if there is room, in the short forms if the long ones do not fit.
  private mutating func drawTexts(_ all: [Progress], row: Int, after column: Int) -> Bool {
    [all.compactMap(\.textsAlone.first), all.compactMap(\.textsAlone.last)].contains { texts in
      canvas.put(texts.joined(separator: "  "), row: row, after: column + 1) < size.columns
    }
  }
}

/// The lap under way: the time since the last lap that counts.
extension FrameRenderer {
  /// The number of the lap under way, or the name of its segment, and its time; nil before the
  /// first lap, and once the session has finished.
  private var lapUnderWay: (name: String, time: String)? {
    guard summary.lapCount > 0, snapshot.phase == .running || snapshot.phase == .stopped else {
      return nil
    }
    let stopwatch = summary.stopwatch
    let segment = scene.nextSegment ?? stopwatch.lastSegment + 1
    let name = stopwatch.plan.name(ofSegment: segment) ?? "lap \(summary.lapCount + 1)"
    let time = times.truncated(snapshot.displayedTime) - times.truncated(stopwatch.lastSplit)
    return (name, times.text(of: time))
  }

  /// The columns between the total and the lap.
  private static let gap = 3

  /// Draws the lap in large digits beside those of the total, whose first row is `top`, at the same
  /// base line, with its name above.
  ///
  /// Returns whether there is a lap and room for it.
  mutating func drawLap(beside digits: LargeDigits, top: Int) -> Bool {
    guard let lap = lapUnderWay else { return false }
    let first = 1 + digits.columns(of: clockText) + Self.gap
    guard
      let own = LargeDigits(for: lap.time, columns: size.columns - first, beside: digits)
    else { return false }
    let last = size.columns - own.columns(of: lap.time)
    let column = max(first, min(last, size.columns / 2))
    let row = top + digits.rows - own.rows
    canvas.put(lap.name, row: row - 1, column: column, style: .strong)
    draw(lap.time, in: own, row: row, column: column)
    return true
  }

  /// Draws the lap in a row, after a column, and returns the column after it; nil if there is no
  /// lap or no room.
  mutating func drawLap(row: Int, column: Int) -> Int? {
    guard let lap = lapUnderWay else { return nil }
    let end = canvas.put(
      firstFitting: ["\(lap.name) \(lap.time)", "lap \(lap.time)"], row: row, column: column,
      style: .strong)
    return end > column ? end : nil
  }
}
