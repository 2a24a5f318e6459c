package import Text
import Timing

/// Parts of the answers to commands for people.
extension Receipt {
  /// `Session 3`, `Session 3 "Tempo run"`.
  package var subject: Message { "Session \(session)\(nameInQuotes)" }

  /// `session 3`, `session 3 "Tempo run"`.
  var object: Message { "session \(session)\(nameInQuotes)" }

  private var nameInQuotes: String { name.map { " \"\($0)\"" } ?? "" }

  /// A note, on a line of its own, on a name by which the session cannot be found; else an empty text.
  var nameNote: Message {
    guard let name, let meaning = name.meaningOtherThanName, name != "\(session)"
    else { return "" }
    let way =
      name.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      ? "'name:\(name)' or 'number:\(session)'" : "'--session \(session)'"
    return "\nNote: '--session \(name)' is \(meaning), not this name: use \(way)."
  }

  /// The phase and time of the session: `is running at 01:30.0`, `starts in 3 s`.
  func state(_ times: StopwatchLabel) -> Message {
    switch phase {
    case .countdown: "starts in \(CountdownLabel().spoken(of: runningTime))"
    // A discarded session never starts.
    case .discarded where runningTime < .zero: "is discarded"
    case .ready, .running, .stopped, .finished, .discarded:
      "is \(phase.rawValue) at \(times.text(of: runningTime))"
    }
  }

  /// A note, on a line of its own, if several sessions run after a start or a resume.
  var othersNote: Message {
    guard let others, !others.isEmpty, phase == .running || phase == .countdown else { return "" }
    var all = others.adding(session)
    if phase == .countdown { all.hasCountdowns = true }
    return "\n\(all.listed) \(all.areRunning)."
  }
}

extension String {
  /// The meaning of the name in a session option, if it is not a name there.
  fileprivate var meaningOtherThanName: String? {
    switch SessionReference(self) {
    case .digits, .number: "a number"
    case .uid: "a uid"
    case .name(let name): name == self ? nil : "another name"
    }
  }
}
