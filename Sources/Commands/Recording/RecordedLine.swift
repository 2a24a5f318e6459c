import Arguments
import EventLog
import Timing

/// A line of `record`, understood: a command that writes, and what it wants to be appended.
struct RecordedLine {
  let number: Int
  let command: any WritingCommand.Type
  let context: Context
  let proposal: Proposal

  /// The commands that a line can hold, without the options that are given to `record` itself.
  static let program = Program(
    Laptimer.program.name, version: Laptimer.version, abstract: Laptimer.program.abstract,
    synonyms: Laptimer.synonyms,
    writers.map { $0.declaration.withParametersPrepared() })

  private static let writers = Laptimer.commands.compactMap { $0 as? any WritingCommand.Type }

  /// Understands a line; nil if there is nothing in it.
  ///
  /// - Throws: a `Failure` that says what is wrong with it.
  init?(_ line: LineReader.Line, at instant: Instant, _ recording: Context) throws {
    guard let bytes = line.bytes else {
      throw Failure(line: "It is longer than \(LineReader.longest) bytes.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(line: "It is not valid UTF-8.")
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
      proposal = try command.proposal(context, source: "record")
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
        throw Failure(line: "'\(name)' is given to 'record' itself, and holds for all lines.")
      case .unknownSubcommand(let word, _) where Laptimer.program.subcommand(named: word) != nil:
        throw Failure(line: "'\(word)' cannot be recorded: a line appends an event.")
      default: throw error
      }
    }
    throw Failure(line: "Help and version are not for lines of 'record'.")
  }
}

extension Program {
  /// Whether all subcommands have this option, `--db`.
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
  /// What is wrong with a line: bad data, where it would be wrong usage on a command line.
  init(line message: String) {
    self.init(exitCode: ExitCode.data, kind: "bad_line", message: message)
  }
}
