import Live
import Timing

extension KeyTable {
  /// The tables of live screens.
  static let live = [session, race, point, readOnly, sessions]

  /// The keys of a session: those of a stopwatch, and those that change a chosen lap or timestamp.
  ///
  /// In a countdown the keys of a stopwatch are passed on, so that the log refuses them.
  static let session = KeyTable(rows: [
    KeyRow(keys: ["a"], word: { _ in "move" }, rank: -2, works: \.isChoosing) { $0.edit(.moment) },
    KeyRow(keys: ["n"], word: { _ in "rename" }, rank: -2, works: \.isChoosing) { $0.edit(.label) },
    KeyRow(keys: ["d", .delete], word: { _ in "remove" }, rank: -2, works: \.isChoosing) {
      if let event = $0.chosen?.event { $0.perform(.remove(.event(event))) }
    },
    KeyRow(keys: [.escape], word: { _ in "back" }, rank: -1, works: \.isChoosing) {
      $0.state.chosen = nil
    },
    KeyRow(
      keys: [" "], word: \.wordOfSpace,
      help: (
        "space", "start, stop or resume; after a finish start the next", "space", "start, stop",
        .usual
      ), setting: "stop", bounces: true, worksInCountdown: true
    ) {
      if $0.startsNext { return $0.startNext() }
      ($0.state.hasEnded, $0.state.skipTarget) = (false, nil)
      $0.perform($0.board.mainCommand(in: $0.phase))
    },
    KeyRow(
      keys: ["c"],
      word: { $0.isAlone && ($0.phase == .ready || $0.startsNext) ? "countdown" : nil }, rank: 5,
      help: ("c", "start a countdown", "c", "countdown", .usual), setting: "countdown",
      worksInCountdown: true
    ) {
      if $0.startsNext { return $0.startNext(after: $0.scene.countdown) }
      $0.startCountdown()
    },
    .lapAfterEnd,
    KeyRow(
      keys: ["l", .enter], word: { $0.phase == .running ? "lap" : nil }, rank: 1,
      help: ("l, Enter", "record a lap", "l", "lap", .usual), setting: "lap", bounces: true,
      worksInCountdown: true
    ) {
      $0.perform(.lap(label: nil, segment: $0.scene.skippedTo))
      $0.state.skipTarget = nil
    },
    .mark, .takeBackSkip, .undo, .redo,
    KeyRow(
      keys: ["s"],
      word: {
        $0.phase == .stopped && !$0.startsNext && $0.isAlone && !$0.isChoosing ? "start next" : nil
      }, rank: 6,
      help: (
        "s", "once the clock has stopped, start the next session", "s", "start next", .minor
      ), works: { [.stopped, .finished].contains($0.phase) }
    ) { $0.startNext() },
    .name("session", .usual),
    KeyRow(
      keys: ["p"], word: { $0.isKept ? "person" : nil }, rank: 8,
      help: ("p", "name the person: first, last or full name", "p", "person", .minor),
      setting: "person", works: \.hasSession
    ) {
      $0.state.page = .nameForm
      $0.action = .openForm
    },
    .skipSegment, .endAttempt, .changeComparison, .openHelp,
    .quit("quit the screen; the clock keeps running"),
    KeyRow(keys: ["a", "d", .delete], works: { !$0.board.choices.isEmpty }) {
      $0.action = .explain("Choose a lap with the arrows first: a moves, n renames, d removes it.")
    },
    KeyRow(
      keys: KeyRow.arrows,
      help: (
        "up, down", "choose a lap: {a} moves, {n} renames, {d} removes it", "arrows", "choose",
        .minor
      )
    ) { $0.choose() },
    KeyRow(keys: KeyRow.pages, help: ("page keys", "scroll the list", "pages", "scroll", .minor)) {
      if $0.isChoosing { $0.choose() } else { $0.state.scroll($0.key) }
    },
  ])
}

extension KeyMoment {
  fileprivate var isChoosing: Bool { chosen != nil }

  fileprivate var wordOfSpace: String? {
    switch phase {
    case .ready: isAlone ? "start" : nil
    case .running: "stop"
    case .stopped where !startsNext: "resume"
    case .stopped, .finished: isAlone ? "start next" : nil
    case .countdown, .discarded: nil
    }
  }

  /// Whether space starts the next session: this one has finished, or its attempt has ended.
  var startsNext: Bool {
    phase == .finished || phase == .stopped && board.course != nil && state.hasEnded
  }

  /// Starts a new session like this one: with its name, tags and rules.
  fileprivate mutating func startNext(after delay: Duration = .zero) {
    let profile = board.session.summary.profile
    let start = Event.Start(name: profile.name, tags: profile.tags, plan: profile.plan)
    action = .perform(
      KeyCommand(command: .start(start), isForNewSession: true, delay: delay, reading: now))
  }

  /// Opens the prompt for a change of the chosen lap or timestamp.
  fileprivate mutating func edit(_ part: ScreenState.EditedPart) {
    guard let chosen else { return }
    let text = part == .label ? board.note(of: chosen) ?? "" : ""
    state.page = .prompt(.edit(part, ofEvent: chosen.event), TextLine(text))
  }

  /// Chooses another lap or timestamp, and at first the first one on the screen; the first and the
  /// last one of all stay chosen.
  fileprivate mutating func choose() {
    let choices = board.choices
    guard isChoosing else {
      let first = board.course == nil ? choices.dropFirst(state.scroll).first : choices.last
      return state.chosen = first
    }
    guard let index = choices.firstIndex(where: { $0 == state.chosen }),
      let next = key.moved(index, last: choices.count - 1)
    else { return }
    state.chosen = choices[next]
  }
}
