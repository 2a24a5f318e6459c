import EventLog
import Logbook
import Timing

/// What is wrong with a log.
enum Flaw: Hashable, CustomStringConvertible {
  /// It cannot be opened, read or appended to.
  case refused(String)

  /// So many events that were answered are not there.
  case lost(Int)

  /// What is there is no prefix of what was asked for.
  case foreign(position: Int)

  /// It contradicts itself.
  case invalid(String)

  var description: String {
    switch self {
    case .refused(let words): "refused: \(words)"
    case .lost(let count): "\(count) lost"
    case .foreign(let position): "event \(position) is not what was appended there"
    case .invalid(let words): "unsound: \(words)"
    }
  }

  var isLoss: Bool { if case .lost = self { true } else { false } }
}
