import Arguments
import EventLog
import Logbook
import Timing

/// A parsed line of `record`: a command that writes, and its request.
struct RecordedLine {
  let number: Int
  let command: any WritingCommand.Type
  let context: Context
  let request: Request

  /// The commands of a line, without the options of `record` itself.
  static let program = Program(
    Laptimer.program.name, version: Laptimer.version, abstract: Laptimer.program.abstract,
    synonyms: Laptimer.synonyms,
    writers.map { $0.declaration.withParametersPrepared() })

  private static let writers = Laptimer.commands.compactMap { $0 as? any WritingCommand.Type }

  /// Parses a line; nil if it is empty or a comment.
  ///
  /// - Throws: a `Failure` with the error in the line.
  init?(_ line: LineReader.Line, at instant: Instant, _ recording: Context) throws {
    guard let bytes = line.bytes else {
      throw Failure(line: "The line is longer than \(LineReader.longest) bytes.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(line: "The line is not valid UTF-8.")
    }
    let words: [String]
    do throws(UnfinishedWord) {
      if text.isComment { return nil }
      words = try splitWords(text)
    } catch {
      throw Failure(line: error.message)
    }
    if words.isEmpty { return nil }
    do {
      let (subcommand, values) = try Self.parse(words)
      guard let command = Self.writers.first(where: { $0.declaration.name == subcommand.name })
      else { throw UsageError(.unknownSubcommand(subcommand.name, suggestions: []), in: nil) }
      let context = Context(
        world: recording.world, program: Self.program, subcommand: subcommand, values: values,
        instant: instant, outputMode: .stream)
      context.opened = recording.opened
      context.source = "record"
      request = try command.request(context)
      self.command = command
      self.context = context
      number = line.number
    } catch let error as UsageError {
      throw Failure(line: error.message)
    }
  }

  private static func parse(_ words: [String]) throws -> (Subcommand, Values) {
    do throws(UsageError) {
      if case .run(let subcommand, let values) = try program.parse(words) {
        return (subcommand, values)
      }
    } catch {
      switch error.problem {
      case .unknownOption(let name, _) where Laptimer.program.shares(name):
        throw Failure(line: "'\(name)' is an option of 'record' itself, for all lines.")
      case .unknownSubcommand(let word, _) where Laptimer.program.subcommand(named: word) != nil:
        throw Failure(line: "'\(word)' does not append an event: a line cannot contain it.")
      default: throw error
      }
    }
    throw Failure(line: "A line cannot ask for help or the version.")
  }
}

extension Program {
  /// Whether all subcommands have the option.
  fileprivate func shares(_ name: String) -> Bool {
    shared.flatMap(\.definitions).contains { $0.key == name }
  }
}

extension String {
  fileprivate var isComment: Bool {
    utf8.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "#")
  }
}

extension Failure {
  /// An error in a line: bad data, where a command line would have wrong usage.
  init(line message: String) {
    self.init(exitCode: ExitCode.data, kind: "bad_line", message: message)
  }
}
