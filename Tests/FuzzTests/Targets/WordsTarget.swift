import Arguments
import Timing

@testable import Commands
import Text

/// Command lines, whose words are separated by zeros.
enum WordsTarget: FuzzTarget {
  static let name = "words"

  static func test(_ bytes: [UInt8]) throws {
    let given = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    var words: [String] = []
    do {
      words = try Commands.words(given)
      try check(words.map { Array($0.utf8) } == given, "\(words) differ from the bytes")
      switch try Laptimer.program.parse(words) {
      case .run(let subcommand, _):
        let names = [subcommand.name] + subcommand.aliases
        try check(names.contains(where: words.contains), "\(subcommand.name) is not in \(words)")
      case .help, .version: break
      }
    } catch let error as UsageError {
      let text = Laptimer.program.text(of: error)
      let obeyed = text.unicodeScalars.first { $0 != "\n" && Harmless.isObeyed($0) }
      try check(obeyed == nil, "\(words): \(text) is not harmless")
      try check(text.utf8.count < 20_000, "\(words): \(text.utf8.count) bytes are printed")
    }
  }
}
