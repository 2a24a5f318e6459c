import Arguments
import Timing

@testable import Commands
import Text

/// Command lines: words, cut apart at zeros.
enum WordsSubject: Subject {
  static let name = "words"

  static func take(_ bytes: [UInt8]) throws {
    let given = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    var words: [String] = []
    do {
      words = try Commands.words(given)
      try claim(words.map { Array($0.utf8) } == given, "\(words) are not what was said")
      switch try Laptimer.program.parse(words) {
      case .run(let subcommand, _):
        let names = [subcommand.name] + subcommand.aliases
        try claim(names.contains(where: words.contains), "\(subcommand.name) is not in \(words)")
      case .help, .version: break
      }
    } catch let error as UsageError {
      let text = Laptimer.program.text(of: error)
      let obeyed = text.unicodeScalars.first { $0 != "\n" && Harmless.isObeyed($0) }
      try claim(obeyed == nil, "\(words): \(text) is not harmless")
      try claim(text.utf8.count < 20_000, "\(words): \(text.utf8.count) bytes are said")
    }
  }
}
