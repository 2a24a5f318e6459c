import Live
import Racing
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

/// A session on a simulated machine; `Racing` has another type of this name.
typealias Track = TimingTestSupport.Track

extension Frame {
  /// Expects that the frame fits a number of columns and rows, and that its runs do not overlap.
  func expectFit(_ columns: Int, _ rows: Int, _ location: SourceLocation = #_sourceLocation) {
    let comment = Comment(rawValue: "\(columns)×\(rows)\n\(text)")
    #expect(self.rows.count == rows, comment, sourceLocation: location)
    for row in self.rows {
      var end = 0
      for run in row.runs {
        #expect(run.column >= end, comment, sourceLocation: location)
        end = run.column + DisplayWidth.of(run.text)
      }
      #expect(end <= columns, comment, sourceLocation: location)
    }
    guard let cursor else { return }
    #expect((0..<columns).contains(cursor.column), comment, sourceLocation: location)
    #expect((0..<rows).contains(cursor.row), comment, sourceLocation: location)
  }
}

enum ScreenSizes { static let all = [(200, 60), (80, 24), (40, 10), (20, 5), (60, 1)] }

enum SampleRun {
  /// A run of three laps and a timestamp, 1 min 23.4 s after its start, or later by `span`.
  static func track(plan: Plan = Plan(), after span: Duration = .zero) throws -> Track {
    var track = try Track.started(Event.Start(name: "Tempo run", tags: ["track"], plan: plan))
    try track.perform(.lap(label: nil), after: .seconds(28))
    try track.perform(.mark(label: "pit"), after: .seconds(2))
    try track.perform(.lap(label: "Hole 7"), after: .milliseconds(25_900))
    try track.perform(.lap(label: nil), after: .milliseconds(350))
    track.pass(.milliseconds(27_150) + span)
    return track
  }

  /// The run with a plan by which its third lap is too short.
  static func planned() throws -> Track { try track(plan: Plan(laps: 10, minimumLap: .seconds(1))) }
}

extension NameForm {
  static var sample: NameForm {
    NameForm(Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace"))
  }
}

extension Track {
  @discardableResult func fitting(
    _ columns: Int, _ rows: Int, ascii: Bool = false,
    at location: SourceLocation = #_sourceLocation, change: (inout Scene) -> Void = { _ in }
  ) -> Frame {
    let frame = frame(columns, rows, ascii: ascii, change: change)
    frame.expectFit(columns, rows, location)
    return frame
  }

  func screen(
    _ columns: Int, _ rows: Int, ascii: Bool = false, change: (inout Scene) -> Void = { _ in }
  ) -> String { frame(columns, rows, ascii: ascii, change: change).text }

  func frame(
    _ columns: Int, _ rows: Int, ascii: Bool = false, change: (inout Scene) -> Void = { _ in }
  ) -> Frame {
    var scene = Scene(SessionBoard(number: 12, session: session))
    scene.runners = scene.board.race?.board(at: machine.reading)
    change(&scene)
    return Frame(
      scene, at: machine.reading, size: ScreenSize(columns: columns, rows: rows),
      charset: ascii ? .ascii : .utf8)
  }
}

enum SampleRace {
  static let names = [
    "Ada Lovelace", "Grace Hopper", "Joan Clarke", "Mary Jackson", "Katherine Johnson",
    "Hedy Lamarr",
  ]

  /// A race before its first crossing, in which each bib has one of the names.
  static func track(
    _ format: String = "20 laps", bibs: [String] = ["1", "2", "3", "4", "5", "6"],
    waves: [String: String] = [:]
  ) throws -> Track {
    var track = Track()
    try track.perform(
      .start(Event.Start(name: "Crit", plan: Plan(race: try RaceFormat(text: format)))))
    for (index, bib) in bibs.enumerated() {
      var entry = RaceEvent.Entry(bib: bib)
      entry.name = .set(names[index % names.count])
      if let wave = waves[bib] { entry.wave = .set(wave) }
      try track.perform(.race(.entered(entry)))
    }
    return track
  }

  /// A race after two laps and a part of the third, with a crossing without a bib.
  static func running() throws -> Track {
    var track = try track()
    try track.cross("1 30", "2 0.5", "3 0.5", "4 1", "5 2.2", "6 3")
    try track.cross("3 25", "1 0.3", "2 4", "- 2", "5 0.1", "4 0.9")
    track.pass(.milliseconds(7_350))
    return track
  }
}

extension Track {
  /// Records crossings as a bib and the seconds since the previous one; `-` is no bib.
  mutating func cross(_ crossings: String...) throws {
    for crossing in crossings {
      let words = crossing.split(separator: " ")
      pass(.seconds(Double(words[1]) ?? 0))
      let bib = words[0] == "-" ? nil : String(words[0])
      try perform(.race(.crossed(RaceEvent.Crossing(bib: bib))))
    }
  }
}
