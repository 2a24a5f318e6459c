import Live
import Racing
import Timing

extension SessionBoard {
  /// The command that times a point of another device's race on this one; nil for other sessions,
  /// and on a screen that times a point.
  var joiningCommand: String? {
    guard isForeign, race != nil, timedPoint == nil, let number else { return nil }
    return "laptimer watch --start --join \(number)"
  }
}

extension KeyTable {
  /// The keys of a race.
  ///
  /// Digits and Enter record a crossing; where all bibs are single digits, the digit alone does.
  /// The moment of a crossing is that of the key that records it.
  static let race = KeyTable(rows: [
    KeyRow(
      keys: [" "], word: \.wordOfSpace, worksInCountdown: true, works: { $0.phase != .running }
    ) { $0.perform($0.board.mainCommand(in: $0.phase)) },
    KeyRow(
      keys: ["c"], word: { $0.phase == .ready ? "countdown" : nil }, rank: 5,
      help: ("c", "start with a countdown", "c", "countdown", .minor), worksInCountdown: true
    ) { $0.startCountdown() },
    .bibDigit, .bibDigits, .crossing, .backspace, .clear,
    .noBib("record a crossing without a bib; start, resume") { $0.phase == .running },
    KeyRow(
      keys: ["a"], word: { $0.takesBibs && !$0.unknown.isEmpty ? "assign" : nil }, rank: 1,
      help: (
        "a", "assign an unknown crossing to a bib; arrows choose another", "a", "assign", .usual
      )
    ) { $0.assign() },
    KeyRow(
      keys: ["w"], word: { $0.phase == .running && !$0.plannedWaves.isEmpty ? "wave" : nil },
      rank: 1, help: ("w", "start a wave", "w", "wave", .usual)
    ) { $0.startWave() },
    .otherBib,
    KeyRow(
      keys: ["s"], word: { $0.phase == .running ? "stop" : nil }, rank: 6,
      help: ("s", "stop the race's clock", "s", "stop", .late)
    ) {
      if $0.phase == .running { return $0.perform(.stop) }
      $0.action = .explain(
        $0.phase == .ready ? "Not started: space starts." : "Stopped: space resumes.")
    },
    .undo, .redo, .minorMark(isShown: false), .name("race", .minor), .openHelp,
    .quit("quit the screen; the clock keeps running"),
    .explain(["l"], "In a race bibs cross: type one, then Enter; space is for nobody yet."),
    .explain(["p"], "Runners have names by 'laptimer enter BIB NAME'; a names a crossing."),
    .scrollBoard(.minor),
    KeyRow(keys: [], worksInCountdown: true, works: { $0.phase == .countdown }) {
      $0.action = .explain("Counting down: u takes back the newest event.")
    },
  ])

  /// The keys of a session that times a point of a race.
  ///
  /// It has no clock of its own: its keys work in every phase of the race.
  static let point = KeyTable(
    worksInCountdown: true,
    rows: [
      .bibDigit, .bibDigits, .crossing, .backspace, .clear,
      .noBib("record a crossing without a bib") { _ in true }, .otherBib,
      .minorMark(isShown: true),
      KeyRow(
        keys: ["u"], word: KeyRow.undo.word, rank: KeyRow.undo.rank,
        help: (
          "u, r", "undo or redo the newest event of this device's session", "u r", "undo, redo",
          .usual
        )
      ) { $0.perform(.undo) },
      .redo, .openHelp, .quit("quit the screen"),
      .explain(
        ["a", "c", "s", "w"],
        "This screen times a point: the race's own session starts, stops and assigns."),
      .scrollBoard(.minor),
    ])

  /// The keys on the board of another device's race.
  static let readOnly = KeyTable(
    worksInCountdown: true,
    rows: [
      .openHelp, .scrollBoard(.usual), .quit("quit the screen"),
      KeyRow(
        keys: [],
        help: (
          "other keys", "read-only: 'laptimer watch --start --join RACE' times a point", "others",
          "read-only", .last
        )
      ) {
        let command = $0.board.joiningCommand ?? ""
        $0.action = .explain(
          "Read-only: another device's race. '\(command)' times a point of it.")
      },
    ])
}

/// The rows that type and record a bib.
extension KeyRow {
  /// A digit that is a whole bib.
  fileprivate static let bibDigit = KeyRow(
    keys: digits, name: "0-9", word: \.wordOfDigits, works: \.isWholeDigit
  ) { $0.cross($0.key.name) }

  fileprivate static let bibDigits = KeyRow(
    keys: digits, name: "0-9 Enter", word: \.wordOfDigits,
    help: (
      "digits, Enter", "record a crossing; if all bibs have one digit, without Enter", "digits",
      "Enter crosses", .first
    )
  ) {
    // With one digit more, a bib that is too long is refused, and not shortened.
    if $0.state.digits.count <= RaceEvent.Entry.longestBib { $0.state.digits += $0.key.name }
  }

  fileprivate static let crossing = KeyRow(keys: [.enter]) {
    if !$0.state.digits.isEmpty { return $0.cross($0.state.digits) }
    // A digit alone has recorded a crossing, and its message stays.
    if $0.hasOnlyDigits { return }
    $0.action = .explain("Type a bib, then Enter; space records a crossing without a bib.")
  }

  static let backspace = KeyRow(keys: [.backspace]) {
    $0.state.digits = String($0.state.digits.dropLast())
  }

  fileprivate static let clear = KeyRow(keys: [.escape]) { $0.state.digits = "" }

  fileprivate static func noBib(_ effect: String, when works: @escaping Condition) -> KeyRow {
    KeyRow(
      keys: [" "], word: { _ in "no bib" },
      help: ("space", effect, "space", "without a bib", .usual), works: works
    ) { $0.perform(.race(.crossed(RaceEvent.Crossing()))) }
  }

  fileprivate static let otherBib = KeyRow(
    keys: ["b"], word: { $0.phase == .running || $0.board.timedPoint != nil ? "bib" : nil },
    rank: 5, help: ("b", "type a bib with other characters", "b", "other bib", .first)
  ) { $0.state.page = .prompt(.bib, TextLine($0.state.digits)) }

  fileprivate static func minorMark(isShown: Bool) -> KeyRow {
    var row = mark
    row.help?.place = .minor
    if !isShown { row.word = { _ in nil } }
    return row
  }

  fileprivate static func scrollBoard(_ place: HelpPlace) -> KeyRow {
    scroll(arrows + pages, ("arrows, pages", "scroll the board", "arrows", "scroll", place))
  }
}

extension KeyMoment {
  fileprivate var unknown: [Board.Unknown] { scene.runners?.unknown ?? [] }
  fileprivate var plannedWaves: [String] { scene.runners?.plannedWaves ?? [] }

  fileprivate var takesBibs: Bool {
    board.timedPoint != nil || [.running, .stopped, .finished].contains(phase)
  }

  fileprivate var wordOfDigits: String? { takesBibs ? "cross" : nil }

  fileprivate var wordOfSpace: String? {
    switch phase {
    case .ready: "start"
    case .stopped, .finished: "resume"
    case .countdown, .running, .discarded: nil
    }
  }

  /// Records a crossing, and clears the typed digits.
  fileprivate mutating func cross(_ bib: String) {
    state.digits = ""
    perform(.race(.crossed(RaceEvent.Crossing(bib: bib))))
  }

  fileprivate mutating func assign() {
    guard let newest = unknown.last else {
      return action = .explain("No crossing is unknown; space records one.")
    }
    state.page = .prompt(.assign(crossing: newest.event), TextLine(state.digits))
    state.digits = ""
  }

  fileprivate mutating func startWave() {
    if plannedWaves.count > 1 { return state.page = .prompt(.wave(at: now), TextLine()) }
    if let wave = plannedWaves.first { return perform(.race(.waveStarted(wave: wave, race: nil))) }
    let hasWaves = scene.runners?.groups.contains { $0.name != nil } ?? false
    action = .explain(
      hasWaves
        ? "All waves have started."
        : "The race has no waves: 'laptimer enter BIB --wave W' puts runners in one.")
  }
}
