import Racing
import Text
import Timing

/// The columns of a board: those that fit, by their importance.
struct BoardColumns {
  /// A column, in the order of the screen.
  enum Column: Int, CaseIterable {
    case place, bib, name, laps, last, best, gap, interval, bar, gained, notes
  }

  struct Span: Hashable {
    var start: Int
    var width: Int
  }

  private var spans: [Column: Span] = [:]

  /// The columns with the most important ones first; the name is next.
  private static let importance: [Column] = [.place, .bib, .laps, .gap]
  /// The columns that are taken before the name has its usual width.
  private static let beforeLongNames: [Column] = [.last, .gained, .best, .bar]
  private static let afterLongNames: [Column] = [.interval, .notes]
  private static let nameWidths = (least: 6, usual: 20, most: 28)
  private static let barWidths = 8...24
  private static let notesWidth = 12

  init(_ board: Board, _ times: StopwatchLabel, screen: Int, hasNames: Bool) {
    let time = max(7, times.text(of: board.longestTime).utf8.count)
    let isNarrow = screen < 40
    var widths: [Column: Int] = [
      .place: max(2, "\(board.count)".utf8.count),
      .bib: min(isNarrow ? 5 : RaceEvent.Entry.longestBib, max(3, board.bibColumns)),
      .laps: max(isNarrow ? 2 : 4, "\(board.mostLaps)".utf8.count),
      .gap: time + 1, .last: time, .best: time, .gained: 4, .interval: time + 1,
      .bar: Self.barWidths.lowerBound, .notes: Self.notesWidth,
    ]
    var room = screen
    var chosen: Set<Column> = []
    func add(_ column: Column, _ width: Int) {
      let needed = width + (chosen.isEmpty ? 0 : 1)
      guard needed <= room else { return }
      room -= needed
      chosen.insert(column)
      widths[column] = width
    }
    func widen(_ column: Column, to width: Int) {
      guard chosen.contains(column), let now = widths[column] else { return }
      let more = max(0, min(room, width - now))
      room -= more
      widths[column] = now + more
    }
    for column in Self.importance { add(column, widths[column] ?? 0) }
    if hasNames { add(.name, Self.nameWidths.least) }
    for column in Self.beforeLongNames { add(column, widths[column] ?? 0) }
    widen(.name, to: Self.nameWidths.usual)
    for column in Self.afterLongNames { add(column, widths[column] ?? 0) }
    widen(.name, to: Self.nameWidths.most)
    widen(.bar, to: Self.barWidths.upperBound)
    widen(.notes, to: 2 * Self.notesWidth)
    var start = 0
    for column in Column.allCases where chosen.contains(column) {
      let width = widths[column] ?? 0
      spans[column] = Span(start: start, width: width)
      start += width + 1
    }
  }

  /// The position of a column; nil if it has no room.
  subscript(column: Column) -> Span? { spans[column] }

  /// The title of a column on a board of runners, or on one of sessions.
  ///
  /// Sessions are named by the key that records their laps; each has a clock, and nobody ahead.
  static func title(_ column: Column, ofSessions: Bool) -> String {
    switch column {
    case .place: "#"
    case .bib: ofSessions ? "key" : "bib"
    case .name: "name"
    case .laps: "laps"
    case .last: "last"
    case .best: "best"
    case .gap: "gap"
    case .interval: ofSessions ? "clock" : "ahead"
    case .bar: "on lap"
    case .gained: "+/-"
    case .notes: ""
    }
  }

  /// Whether the texts of a column end at its right edge.
  static func isAtRight(_ column: Column) -> Bool {
    switch column {
    case .name, .bar, .notes: false
    case .place, .bib, .laps, .last, .best, .gap, .interval, .gained: true
    }
  }
}

/// The texts of a runner in the columns.
extension FrameRenderer {
  /// The time of the first, and the time or the laps behind the first of the others.
  func gapText(_ runner: Board.Row, to first: Board.Row?) -> String? {
    switch runner.status {
    case .dnf, .dsq, .dns: return runner.status.rawValue
    case .running, .stopped, .countdown, .finished, .pulled, .discarded: break
    }
    guard runner.position != nil, let first, first.bib == runner.bib else {
      return runner.result.gapText(to: first?.result, times)
    }
    return runner.time.map { times.text(of: $0) }
  }

  /// The running time of a session, whole seconds of a countdown.
  func clockText(_ runner: Board.Row, _ underWay: Duration?) -> String? {
    guard let time = underWay.map({ $0 + (runner.time ?? .zero) }) ?? runner.elapsed else {
      return nil
    }
    return time < .zero ? CountdownLabel().text(of: time) : times.text(of: time)
  }

  /// The penalties, the status and the flags, without those that all runners have.
  func notes(_ runner: Board.Row, _ board: Board) -> String {
    let penalties = PenaltyText.texts(time: runner.penaltyTime, laps: runner.penaltyLaps)
    let status: [String] =
      switch runner.status {
      case _ where runner.status == board.commonStatus: []
      case .running, .dnf, .dsq, .dns: []
      case .finished where runner.flags.contains(.eliminated): []
      case .finished, .stopped, .countdown, .pulled, .discarded: [runner.status.rawValue]
      }
    // All times of a reader are stated.
    let flags = runner.flags.subtracting(board.commonFlags).subtracting(.stated)
    return (penalties + status + flags.names).joined(separator: " ")
  }
}
