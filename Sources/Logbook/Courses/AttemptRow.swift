import EventLog
import Racing
import SQLite
import Text
import Timing

/// A row of the table `attempts`.
extension CourseTables {
  static func attempt(of statement: Statement) throws -> Attempt {
    guard let uid = EventID(statement.text(1)) else {
      throw LogError.inconsistent(.malformed(column: "uid"))
    }
    return Attempt(
      session: Int(statement.int(0)), uid: uid, course: statement.text(2),
      startedAt: Moment(nanosecondsSince1970: statement.int(3)),
      endedAt: statement.optionalInt(4).map(Moment.init(nanosecondsSince1970:)),
      isFinished: statement.int(5) != 0,
      segments: try [String](storedJSON: statement.text(6), column: "segments"),
      splits: try [Duration?](storedJSON: statement.text(7)))
  }
}

extension Attempt {
  /// Whether both have the same row in the table `attempts`.
  func hasSameRow(as other: Attempt?) -> Bool {
    guard let other else { return false }
    return self == other && course.hasSameBytes(as: other.course)
      && segments.storedJSON.hasSameBytes(as: other.segments.storedJSON)
  }
}

extension Summary {
  /// Whether both are the same attempt with the same result.
  ///
  /// - Parameters:
  ///   - other: the later state.
  ///   - isInOrder: whether the events between the two states corrected nothing.
  /// - Returns: false if the session has to be folded to know it.
  func isSameAttempt(as other: Summary, isInOrder: Bool) -> Bool {
    let (clock, otherClock) = (stopwatch, other.stopwatch)
    let isOpen = clock.finish == nil && clock.stoppedAt == nil
    let isOtherOpen = otherClock.finish == nil && otherClock.stoppedAt == nil
    // Of an attempt that has ended, a lap that counts or a correction may change the splits.
    guard
      isOpen && isOtherOpen
        || isInOrder && clock.finish == otherClock.finish && clock.stoppedAt == otherClock.stoppedAt
          && clock.lapCount == otherClock.lapCount
    else { return false }
    return startedAt == other.startedAt && profile.isDiscarded == other.profile.isDiscarded
      && profile.storedRules?.utf8.elementsEqual((other.profile.storedRules ?? "").utf8) ?? false
  }
}

extension [Duration?] {
  /// Reads the column.
  ///
  /// - Throws: `LogError.inconsistent`.
  fileprivate init(storedJSON text: String) throws(LogError) {
    do {
      self = try JSONReader.read(text) { reader throws(JSONReader.Malformed) in
        try reader.array { element throws(JSONReader.Malformed) -> Duration? in
          if element.takeNull() { return nil }
          let time = try element.integer()
          // The differences of two are spans as well.
          guard time.magnitude < 1 << 63 - 1 else { throw element.malformed }
          return .nanoseconds(time)
        }
      }
    } catch {
      throw .inconsistent(.malformed(column: "splits"))
    }
  }

  /// The text of the column.
  var storedJSON: String {
    var json = JSONWriter()
    json.array { for split in self { $0.element(split) } }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
