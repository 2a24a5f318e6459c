import Live
import Racing
import Text
import Timing

/// The segments of a course, in their order.
extension FrameRenderer {
  /// Draws the segments that fit: the one under way always, and the last one below the others.
  ///
  /// A line says how many are left out before the last one, or a mark where it has no room.
  mutating func drawCourse(_ course: CourseComparison, rows: Range<Int>) {
    guard !rows.isEmpty, !course.names.isEmpty else { return }
    let track = scene.board.track
    var rows = rows
    if rows.count > 3 {
      drawForecast(course, track, row: rows.upperBound - 1)
      rows = rows.dropLast()
    }
    let longest = max(
      course.other?.splits.compactMap(\.self).max() ?? .zero, snapshot.displayedTime)
    let columns = ListColumns(
      segmentTime: max(7, times.text(of: longest).utf8.count), screen: size.columns)
    if rows.count >= 6 {
      for column in SegmentColumn.allCases {
        put(column.rawValue, column, of: columns, row: rows.lowerBound, style: .faint)
      }
      rows = rows.dropFirst()
    }
    let next = (scene.nextSegment ?? course.names.count + 1) - 1
    let current = min(next, course.names.count - 1)
    let chosen = chosenSegment
    let lines = Self.lines(
      min(rows.count, course.names.count), of: course.names.count, current: current,
      chosen: chosen)
    var following = 0
    for (row, line) in zip(rows, lines) {
      switch line {
      case .segment(let index):
        draw(
          index, course, track, row: row, columns, next: next,
          isAfterGap: index > following && index != chosen)
        if index == chosen { highlight(row: row) }
        following = index + 1
      case .gap(let count):
        canvas.put(
          "  \(canvas.symbol("…", "...")) \(count) more", row: row, style: .faint)
        following += count
      }
    }
  }

  private enum Line {
    case segment(Int)
    /// A number of omitted segments.
    case gap(Int)
  }

  /// The lines of the list: the segment under way, from 0, some before it, one to come, and the
  /// last one.
  ///
  /// A chosen segment is in view instead of the one under way if it is further away.
  private static func lines(_ count: Int, of total: Int, current: Int, chosen: Int?) -> [Line] {
    // As many segments as there is room for before a gap and the last one.
    let most = count < 4 ? max(1, count - 1) : count - 2
    var first = max(0, current + (most > 1 ? 2 : 1) - most)
    if let chosen { first = min(max(first, chosen - most + 1), chosen) }
    let left = total - 1 - (first + most)
    if count == 1 { return [.segment(first)] }
    // A line for a single segment shows that one.
    if total <= count || left <= (count < 4 ? 0 : 1) {
      return (total - count..<total).map { .segment($0) }
    }
    let segments = (first..<first + most).map { Line.segment($0) }
    return segments + (count < 4 ? [] : [.gap(left)]) + [.segment(total - 1)]
  }

  /// The segment of the chosen lap, from 0.
  private var chosenSegment: Int? {
    guard case .lap(let lap) = chosen, let segment = lap.segment else { return nil }
    return segment - 1
  }

  /// The label of the lap that completes a segment, from 0, if it is not the segment's name.
  private func note(ofSegment index: Int) -> String? {
    let lap = scene.board.session.laps.last { $0.segment == index + 1 }
    return lap.flatMap { scene.board.note(of: .lap($0)) }
  }

  private mutating func draw(
    _ index: Int, _ course: CourseComparison, _ track: Track, row: Int,
    _ columns: ListColumns<SegmentColumn>,
    next: Int, isAfterGap: Bool
  ) {
    let isCurrent = index == next
    let isRunning = isCurrent && snapshot.phase == .running
    let gap = isAfterGap ? canvas.symbol("⋮", ":") : " "
    let mark = isRunning ? canvas.symbol("•", "o") : gap
    let style: TextStyle = isCurrent ? .strong : index < next ? .plain : .faint
    let note = index < next ? note(ofSegment: index).map { "  " + $0 } ?? "" : ""
    func put(_ text: String, _ column: SegmentColumn, _ style: TextStyle = .plain) {
      self.put(text, column, of: columns, row: row, style: style)
    }
    let name = mark + " " + course.names[index] + note
    canvas.put(name, row: row, style: style, columns: max(0, (columns[.name]?.count ?? 0) - 1))
    let (split, other) = (track.splits[index], course.other?.splits[index])
    // A skipped segment has no time; the other track's would look like one.
    if split == nil, index < next { return put("-", .split, .faint) }
    if let time = split ?? other {
      put(times.text(of: time), .split, split == nil ? .faint : .plain)
    }
    guard let end = split ?? (isRunning ? snapshot.displayedTime : nil) else { return }
    let began = index > 0 ? track.splits[index - 1] : .zero
    if let time = began.map({ times.truncated(end) - times.truncated($0) }) {
      put(times.text(of: time), .time, split == nil ? .strong : .plain)
    }
    let difference =
      split != nil
      ? course.difference(atPassage: index, of: track)
      : next == track.passed ? course.difference(at: end, of: track) : nil
    guard let difference, let other else { return }
    let shown = times.truncated(end) - times.truncated(other)
    let star = split != nil && difference.tone == .bestSegment ? "*" : " "
    put(times.text(ofDifference: shown) + star, .difference, difference.tone.style)
  }

  /// Draws the sum of best and the best possible time.
  private mutating func drawForecast(_ course: CourseComparison, _ track: Track, row: Int) {
    var parts: [String] = []
    let time = times.truncated(snapshot.displayedTime)
    if let possible = course.bestPossible(track.shown(times), at: time) {
      parts.append("best possible \(times.text(of: possible))")
    }
    if let sum = course.sumOfBest { parts.append("sum of best \(times.text(of: sum))") }
    if let other = course.other {
      parts.append("\(other.name) \(other.total.map(times.text(of:)) ?? "-")")
    }
    let lines = parts.indices.reversed().map { parts[...$0].joined(separator: "  ") }
    canvas.put(firstFitting: lines, row: row, column: 0, style: .faint)
  }
}

/// A column of the segments of a course, with its title.
private enum SegmentColumn: String, CaseIterable {
  case name = "  segment"
  case time
  case difference = "+/- "
  case split
}

extension ListColumns<SegmentColumn> {
  /// The columns of the segments, whose longest time has a width.
  fileprivate init(segmentTime width: Int, screen: Int) {
    self.init(screen, atLeft: [.name])
    fit(.split, width)
    fit(.name, max(1, min(8, room - gap)))
    fit(.difference, width + 2)
    fit(.name, 17)
    fit(.time, width)
    fit(.name, screen)
  }
}

extension Difference.Tone {
  fileprivate var style: TextStyle {
    switch self {
    case .aheadGaining: .good
    case .aheadLosing: .lightGood
    case .behindGaining: .lightBad
    case .behindLosing: .bad
    case .bestSegment: .gold
    }
  }
}
