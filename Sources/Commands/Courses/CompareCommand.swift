import Arguments
import EventLog
import Host
import Logbook
import Racing
import Text
import Timing

enum CompareCommand: RunnableCommand {
  static let tracks = Parameter.argument(
    repeating: "track",
    .text("session|pb|best|average|median|latest|worst", completion: .listed(.comparisons)),
    required: true,
    help: "Sessions, or comparisons of a course.")
  static let course = Parameter.option(
    "course", .text("course", completion: .listed(.courses)),
    help: "The course of pb, best and the others.",
    defaultText: "that of the first session, else of the newest attempt")

  static let declaration = Subcommand(
    "compare", abstract: "Compare sessions, or attempts at a course, segment by segment.",
    discussion: """
      Each row is a segment, or a lap where a session has no course: the split and the segment time \
      of each track, and the difference of the later ones to the first. The plot shows the \
      difference of the second track. A column is headed by the name of its session, by the number \
      of a session without a name, and by both if several sessions have that name.

      On a course, pb and worst are the fastest and the slowest finished attempt, and latest is the \
      one that ended last. Best, average and median are over the segments of all attempts, also of \
      those that did not finish.
      """,
    examples: [
      Example("Compare the personal best with the sum of best", "laptimer compare pb best"),
      Example("Compare two sessions", "laptimer compare 3 5"),
    ],
    [tracks, course, Options.precision])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    let comparison = try TrackComparison(context.values[tracks], in: log, context)
    if context.isJSON {
      context.print(json: comparison)
    } else {
      comparison.print(context)
      comparison.noteOnAverage(context)
    }
  }
}

/// Tracks side by side on the same segments or laps.
struct TrackComparison {
  private let tracks: [Track]
  private let comparisons: [Comparison]
  private let names: [String]
  private let isOfCourse: Bool

  init(_ words: [String], in log: Logbook, _ context: Context) throws {
    guard words.count > 1 else {
      throw UsageError(.other("Name at least two tracks to compare."), in: context.subcommand)
    }
    comparisons = words.map(Comparison.init)
    let sessions = try comparisons.map { comparison -> (number: Int, session: Session)? in
      guard case .session(let name) = comparison else { return nil }
      let number = try log.sessionNumber(comparing: name)
      return (number, try context.fold(number, in: log).session)
    }
    let named = sessions.compactMap(\.self)
    guard
      named.count < sessions.count
        || named.allSatisfy({ Attempt($0.session, number: $0.number) != nil })
    else {
      // Laps are compared by their numbers.
      let all = named.map { Track(lapsOf: $0.session, number: $0.number) }
      let count = all.map(\.splits.count).max() ?? 0
      tracks = all.map { track in
        var track = track
        track.splits += Array(repeating: nil, count: count - track.splits.count)
        return track
      }
      names = (0..<count).map { "\($0 + 1)" }
      isOfCourse = false
      return
    }
    let course =
      context.values[CompareCommand.course] ?? named.first?.session.summary.profile.plan.course
    let records = try log.courseRecords(of: course)
    let shown = context.isJSON ? nil : records.history.shown(context.times)
    tracks = try zip(comparisons, sessions).map { comparison, found in
      let track: Track? =
        if let (number, session) = found {
          Attempt(session, number: number)?
            .track(on: records.keys, name: session.name(number: number))
        } else {
          comparison.track(of: records.history, shown: shown)
        }
      guard let track else {
        throw CommandError.noComparison(comparison.name, course: records.course)
      }
      return track
    }
    names = records.names
    isOfCourse = true
  }

  /// The difference of a track to the first one.
  private static func difference(of track: Track, to first: Track, _ index: Int) -> Duration? {
    track.splits[index].flatMap { split in first.splits[index].map { split - $0 } }
  }

  /// Notes why the average is slower than the worst attempt, if it is.
  func noteOnAverage(_ context: Context) {
    func total(_ comparison: Comparison) -> Duration? {
      comparisons.firstIndex(of: comparison).flatMap { tracks[$0].total }
    }
    guard let average = total(.average), let worst = total(.worst), average > worst else { return }
    context.note(
      "The average has the segments of all attempts, the worst is the slowest finished attempt.")
  }

  /// Prints a row for each segment, with the difference of the second track as a bar.
  func print(_ context: Context) {
    let shown = tracks.map { $0.shown(context.times) }
    let differences = names.indices.map { index in
      shown.dropFirst().map { Self.difference(of: $0, to: shown[0], index) }
    }
    let times = grid(shown, differences, context.times)
    let plot = GapPlot(
      differences.map { $0.first ?? nil },
      columns: context.terminalWidth.map { $0 - times.widths.reduce(0) { $0 + $1 + 2 } },
      hasBlocks: TerminalTraits.showsUTF8(context.world.variable))
    context.print(
      grid(shown, differences, context.times, plot.isShown ? plot : nil), hasHeader: true)
  }

  /// The shortened names of the tracks, with the numbers of sessions that have equal ones.
  private var titles: [String] {
    let names = tracks.map { DisplayWidth.cut(Harmless.text($0.name), to: 20) }
    return zip(tracks, names).map { track, name in
      guard let session = track.session, names.count(where: { $0 == name }) > 1 else { return name }
      return "\(name) (\(session))"
    }
  }

  private func grid(
    _ shown: [Track], _ differences: [[Duration?]], _ times: StopwatchLabel, _ plot: GapPlot? = nil
  ) -> Grid {
    let titles = titles
    var columns = [isOfCourse ? Column("segment", .left) : Column("lap", .right)]
    for title in titles { columns += [Column(title, .right), Column("time", .right)] }
    columns += titles.dropFirst().map {
      Column(titles.count > 2 ? "+/- \($0)" : "difference", .right)
    }
    if let plot { columns.append(Column(DisplayWidth.cut(titles[1], to: plot.columns), .left)) }
    var grid = Grid(columns)
    for (index, name) in names.enumerated() {
      grid.add(name)
      for track in shown {
        grid.add(track.splits[index].map(times.text(of:)) ?? "-")
        grid.add(track.segmentTime(index).map(times.text(of:)) ?? "-")
      }
      for difference in differences[index] {
        let style: Style? = difference.map { $0 > .zero ? .red : .green }
        grid.add(difference.map(times.text(ofDifference:)) ?? "-", style)
      }
      if let plot { grid.add(plot.text(index)) }
    }
    return grid
  }
}

/// A plot of differences over segments, one line for each, on both sides of an axis.
struct GapPlot {
  private let differences: [Duration?]
  private let hasBlocks: Bool
  /// The columns left and right of the axis.
  private let left: Int
  private let right: Int
  /// The time of one column; zero if there is no plot.
  private let unit: Duration

  /// Whether there are differences and room for them.
  var isShown: Bool { unit > .zero }

  var columns: Int { left + 1 + right }

  /// The width without a limit, and the smallest that is shown.
  private static let widths = 8...25

  /// Creates a plot; there is none if the columns, nil for no limit, are too few.
  init(_ differences: [Duration?], columns: Int?, hasBlocks: Bool) {
    let known = differences.compactMap(\.self)
    let ahead = max(.zero, .zero - (known.min() ?? .zero))
    let behind = max(.zero, known.max() ?? .zero)
    let room = min(columns ?? .max, Self.widths.upperBound) - 1
    let isShown = room + 1 >= Self.widths.lowerBound && ahead + behind > .zero
    self.differences = isShown ? differences : differences.map { _ in nil }
    self.hasBlocks = hasBlocks
    unit = isShown ? (ahead + behind) / room : .zero
    left = isShown ? Int((ahead / unit).rounded()) : 0
    right = room - left
  }

  /// The line of a segment: behind is on the right, ahead on the left.
  func text(_ index: Int) -> String {
    guard let difference = differences[index] else { return "" }
    let length = Int((difference.magnitude / unit).rounded())
    let block = hasBlocks ? "█" : "#"
    let axis = hasBlocks ? "│" : "|"
    let space = String(repeating: " ", count: left)
    if difference > .zero {
      return space + axis + String(repeating: block, count: min(length, right))
    }
    let bar = String(repeating: block, count: min(length, left))
    return space.dropLast(bar.count) + bar + axis
  }
}

extension Track {
  /// The laps that count, by their numbers.
  fileprivate init(lapsOf session: Session, number: Int) {
    self.init(
      name: session.name(number: number), session: number,
      splits: session.laps.filter { $0.number != nil }.map(\.split))
  }
}

extension Session {
  /// The name, or `session 3` without one.
  fileprivate func name(number: Int) -> String { summary.profile.name ?? "session \(number)" }
}

extension TrackComparison: JSONObject {
  var object: JSONFields {
    [
      "tracks": tracks.map { ["name": $0.name, "session": $0.session] as JSONFields },
      "rows": names.indices.map(row(at:)),
    ]
  }

  /// A segment, or a lap where a session has no course.
  private func row(at index: Int) -> JSONFields {
    (isOfCourse ? ["segment": names[index]] : ["lap": index + 1]) + [
      "split_ns": tracks.map { $0.splits[index] },
      "segment_ns": tracks.map { $0.segmentTime(index) },
      "difference_ns": tracks.map { Self.difference(of: $0, to: tracks[0], index) },
    ]
  }
}
