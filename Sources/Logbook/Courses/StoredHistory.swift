import EventLog
import Racing
import Text
import Timing

/// The column `history` of the table `course_histories`, a JSON array.
///
/// Its elements are the attempts, the finished ones, and an array for each finish and each span. A
/// finish: name and occurrence of the last segment, the least running time, its session. A span:
/// name and occurrence of the segment before (or two nulls), of the segment at its end, the best
/// time, its session, the sum of all times as text, their number.
extension CourseHistory {
  /// Reads the column.
  ///
  /// - Throws: `LogError.inconsistent`.
  init(storedJSON text: String) throws(LogError) {
    do {
      self = try JSONReader.read(text) { reader throws(JSONReader.Malformed) in
        var history = CourseHistory()
        var index = 0
        _ = try reader.array { element throws(JSONReader.Malformed) in
          switch index {
          case 0: history.attempts = try element.count()
          case 1: history.finished = try element.count()
          default: try history.read(&element)
          }
          index += 1
          return ()
        }
        return history
      }
    } catch {
      throw .inconsistent(.malformed(column: "history"))
    }
  }

  /// Reads a finish or a span.
  private mutating func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
    var texts: [Int: String] = [:]
    var numbers: [Int: Int64] = [:]
    var index = 0
    _ = try reader.array { element throws(JSONReader.Malformed) in
      if !element.takeNull() {
        switch index {
        case 0, 6: texts[index] = try element.string()
        case 2:
          // A finish has a time here, a span the name of a segment.
          if element.isAtString {
            texts[index] = try element.string()
          } else {
            numbers[index] = try element.integer()
          }
        default: numbers[index] = try element.integer()
        }
      }
      index += 1
      return ()
    }
    if index == 4 {
      guard let name = texts[0], let occurrence = numbers[1], let time = numbers[2],
        let session = numbers[3]
      else { throw reader.malformed }
      guard Self.isPlausible(time) else { throw reader.malformed }
      finishes[SegmentKey(name: name, occurrence: Int(occurrence))] = Best(
        time: .nanoseconds(time), session: Int(session))
      return
    }
    guard let end = texts[2], let occurrence = numbers[3], let best = numbers[4],
      let session = numbers[5], let sum = texts[6].flatMap({ Int128($0) }), let count = numbers[7]
    else { throw reader.malformed }
    guard Self.isPlausible(best), 1...Int64(Numbering.range.upperBound) ~= count,
      sum.magnitude <= Int128(count).magnitude << 63
    else { throw reader.malformed }
    let start = texts[0].flatMap { name in
      numbers[1].map { SegmentKey(name: name, occurrence: Int($0)) }
    }
    let times = Times(
      best: Best(time: .nanoseconds(best), session: Int(session)), sum: sum, count: Int(count))
    spans[Span(start: start, end: SegmentKey(name: end, occurrence: Int(occurrence)))] = times
  }

  /// Whether a time can be one between two places of a session.
  static func isPlausible(_ time: Int64) -> Bool { time > .min }

  /// The text of the column; equal histories have equal texts.
  var storedJSON: String {
    let spans = spans.sorted { Self.order($0.key) < Self.order($1.key) }
    var json = JSONWriter()
    json.array {
      $0.element(attempts)
      $0.element(finished)
      let finishes = finishes.sorted {
        ($0.key.name, $0.key.occurrence) < ($1.key.name, $1.key.occurrence)
      }
      for (key, best) in finishes {
        $0.array {
          $0.element(key.name)
          $0.element(key.occurrence)
          $0.element(best.time)
          $0.element(best.session)
        }
      }
      for (span, times) in spans {
        $0.array {
          $0.element(span.start?.name)
          $0.element(span.start?.occurrence)
          $0.element(span.end.name)
          $0.element(span.end.occurrence)
          $0.element(times.best.time)
          $0.element(times.best.session)
          $0.element(String(times.sum))
          $0.element(times.count)
        }
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private static func order(_ span: Span) -> (String, Int, String, Int) {
    (span.end.name, span.end.occurrence, span.start?.name ?? "", span.start?.occurrence ?? 0)
  }
}

extension JSONReader {
  /// Reads a number of attempts.
  fileprivate mutating func count() throws(Malformed) -> Int {
    let number = try integer()
    guard number >= 0, number <= Numbering.range.upperBound else { throw malformed }
    return Int(number)
  }
}
