import Host
import Logbook
import Text
import Timing

/// The answers to the lines of a transaction, as bytes.
struct RecordAnswers {
  enum Part {
    /// Answers for standard output.
    case output([UInt8])
    /// A rejected line for standard error.
    case error(String)
  }

  private let isJSON: Bool
  private let option: String?
  private var ended: [Part] = []
  private var output = JSONWriter()
  /// The saved lines as the subject of a sentence; nil if there are none.
  let saved: String?
  /// The failure that ends the recording; nil if it goes on.
  var failure: Failure?

  /// Creates answers whose commands to try have an option, to lines of which some are saved.
  init(isJSON: Bool, adding option: String?, saved: [Int] = []) {
    (self.isJSON, self.option) = (isJSON, option)
    guard let first = saved.first, let last = saved.last else {
      self.saved = nil
      return
    }
    self.saved =
      first == last ? "Line \(first) is" : "Each accepted line from \(first) to \(last) is"
  }

  /// The answers in their order.
  var parts: [Part] { ended + [.output(output.bytes)] }

  mutating func append(_ line: RecordedLine, _ receipts: [Receipt], in log: Logbook) throws {
    let answer = line.answer(to: receipts, in: log)
    if isJSON {
      for receipt in receipts {
        output.element(["line": line.number] + (try answer.object(receipt)))
        output.endLine()
      }
    } else {
      output.bytes.append(contentsOf: try line.text(answer).text(adding: option).utf8)
      output.endLine()
    }
  }

  mutating func append(_ failure: Failure, line number: Int) {
    if isJSON {
      output.object {
        $0.field("line", number)
        $0.object("error") { failure.write(to: &$0, adding: option) }
      }
      return output.endLine()
    }
    ended += [
      .output(output.bytes),
      .error("Error: line \(number): \(failure.message.text(adding: option))"),
    ]
    output = JSONWriter()
  }
}
