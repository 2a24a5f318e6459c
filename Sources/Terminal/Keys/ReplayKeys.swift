import Live
import Timing

extension KeyTable {
  /// The keys of a replay; an empty tape cannot be played.
  static let replay = KeyTable(
    worksInCountdown: true,
    rows: [
      .play(
        [" "], nil, \.wordOfSpace,
        ("space", "pause or play; at the end, play again", "space", "pause", .usual)
      ) { $0.togglePause(at: $2) },
      .play(
        [.left], "←→", { _ in "event" }, rank: 1,
        ("left, right", "go to the previous or the next event", "arrows", "event", .usual)
      ) { $0.move(to: $0.previousEvent(on: $1, at: $2), at: $2) },
      .play([.right]) {
        $0.move(to: $1.position(ofEvent: $1.count(at: $0.position(at: $2))), at: $2)
      },
      .play(
        ["[", .shiftLeft], "[ ]", { _ in "10 s" }, rank: 5,
        ("[ ]", "go 10 s back or forward, as Shift and an arrow do", "[ ]", "10 s", .usual)
      ) { $0.move(by: .seconds(-10), at: $2) },
      .play(["]", .shiftRight]) { $0.move(by: .seconds(10), at: $2) },
      .play(
        ["+", "="], "+-", { _ in "speed" }, rank: 6,
        ("+ -", "double or halve the speed", "+ -", "speed", .usual)
      ) { $0.setSpeed($0.speed.faster, at: $2) },
      .play(["-"]) { $0.setSpeed($0.speed.slower, at: $2) },
      .play(
        [.home], nil, { _ in nil },
        ("home, end", "go to the beginning or to the end", "home end", "go there", .usual)
      ) { $0.move(to: .zero, at: $2) },
      .play([.end]) { $0.move(to: $1.length, at: $2) },
      .scroll(
        [.up, .down, .pageUp, .pageDown],
        ("up, down, pages", "scroll the list", "up down", "scroll", .minor)),
      .changeComparison, .openHelp, .quit("quit"),
    ])
}

extension KeyRow {
  fileprivate static func play(
    _ keys: [Key], _ name: String? = nil,
    _ word: @escaping @Sendable (KeyMoment) -> String? = { _ in nil }, rank: Int = 0,
    _ help: Help? = nil,
    _ step: @escaping @Sendable (inout Transport, Tape, Duration) -> Void
  ) -> KeyRow {
    KeyRow(
      keys: keys, name: name, word: { $0.scene.replay?.length == .zero ? nil : word($0) },
      rank: rank, help: help
    ) { $0.action = .play(step) }
  }
}

extension KeyMoment {
  fileprivate var wordOfSpace: String? {
    guard let replay = scene.replay else { return nil }
    return !replay.isPaused ? "pause" : replay.isAtEnd ? "replay" : "play"
  }
}

extension Transport {
  /// The position of the newest event, or of the one before it if that was less than a second ago.
  fileprivate func previousEvent(on tape: Tape, at now: Duration) -> Duration {
    let position = position(at: now)
    let grace = isPaused(at: now) ? .zero : Duration.seconds(1) * speed.factor
    let played = tape.entries.prefix(tape.count(at: position))
    return played.last { $0.position + grace < position }?.position ?? .zero
  }
}

extension Tape {
  /// The position of an event by its index; the end of the tape after the last.
  func position(ofEvent index: Int) -> Duration {
    index < entries.count ? entries[index].position : length
  }
}
