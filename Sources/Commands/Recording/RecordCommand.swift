import Arguments
import EventLog
import Host
import Logbook
import Text
import Timing

enum RecordCommand: RunnableCommand {
  static let declaration = Subcommand(
    "record", abstract: "Record events from standard input, one command a line.",
    discussion: """
      For sensors and scripts. A line is a command that writes, with its options: 'lap', \
      'lap "Hole 7" --ago 2s' or 'start Golf --at 10:00', split into words as in a shell. Empty \
      lines and lines that begin with # are skipped, and so is the rest of a line after a # with \
      spaces around it. The time of an event is the arrival of its \
      line, unless --at or --ago state another. A line that begins with numbers, such as '17 4 23' or '17 \
      --ago 2s', records crossings of these bibs.

      Each line is answered once it is saved. A line that is wrong or refused is reported with its \
      number, and the next lines are read. With --json, these errors are on standard output too.
      """,
    examples: [
      Example(
        "Start a session and record two laps",
        "printf 'start Golf\\nlap\\nlap\\n' | laptimer record"),
      Example(
        "Record a lap for each line of a sensor", "sensor | sed -u 's/.*/lap/' | laptimer record"),
      Example("Record the lines of a file", "laptimer record < race.txt"),
    ])

  static var isStreamed: Bool { true }

  static func run(_ context: Context) throws {
    var reader = try LineReader(context.world)
    var recorder = Recorder(isJSON: context.isJSON, adding: context.values.logOption) {
      try RecordedLine($0, context)
    }
    let log: Logbook
    do {
      log = try context.openLog(for: .appending(longLived: true))
    } catch {
      guard Failure(error).isNotSaved else { throw error }
      try print(recorder.answers(to: [], endedBy: error) { reader.arrived()[...] }, context)
      throw error
    }
    context.opened = log
    while true {
      let (lines, end) = reader.next()
      for start in stride(from: 0, to: lines.count, by: Recorder.mostLines) {
        let end = min(start + Recorder.mostLines, lines.count)
        let answers = recorder.record(lines[start..<end], in: log) {
          lines[end...] + reader.arrived()
        }
        try print(answers, context)
      }
      switch end {
      case .interrupted:
        throw Failure("interrupted", "Interrupted. All answered lines are saved.")
      case .failed(let number):
        throw Failure(
          "input_output",
          """
          Standard input could not be read: \(systemMessage(number)). All answered lines are saved.
          """)
      case .input:
        guard recorder.failed > 0 else { return }
        throw Failure(
          "bad_lines", "\(recorder.recorded, "line") recorded, \(recorder.failed) rejected.")
      case nil: break
      }
    }
  }

  /// Prints answers, and throws the failure that ends the recording.
  private static func print(_ answers: RecordAnswers, _ context: Context) throws {
    do throws(OutputError) {
      for part in answers.parts {
        switch part {
        case .output(let bytes):
          context.output.bytes += bytes
          try context.output.flush()
        case .error(let line): context.world.say(line)
        }
      }
    } catch {
      guard error != .readerClosed, let saved = answers.saved else { throw error }
      throw Failure(error, afterSaving: saved)
    }
    if let failure = answers.failure { throw failure }
  }
}

/// A parsed line of `record`: the requests of a command that writes.
struct RecordedLine {
  let number: Int
  private let context: Context
  let requests: [Request]

  /// The commands of a line, without the options of `record` itself.
  static let program = Program(
    Laptimer.program.name, version: Laptimer.version, abstract: Laptimer.program.abstract,
    synonyms: Laptimer.synonyms,
    writers.map { $0.declaration.withParametersPrepared() })

  private static let writers = Laptimer.commands.compactMap { $0 as? any WritingCommand.Type }
  private static let writersByName = Dictionary(
    writers.map { ($0.declaration.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Parses a line; nil if it is empty or a comment; throws a `Failure`.
  init?(_ line: LineReader.Line, _ recording: Context) throws {
    guard let bytes = line.bytes else {
      throw Failure(badLine: "The line is longer than \(LineReader.longest) bytes.")
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(badLine: "The line is not valid UTF-8.")
    }
    if line.number == 1 { text = String(text.withoutByteOrderMark) }
    var words: [String]
    do throws(UnfinishedWord) {
      if text.isComment { return nil }
      words = try splitWords(text, hasComments: true)
    } catch {
      throw Failure(badLine: "\(error.message)")
    }
    if words.isEmpty { return nil }
    if let bibs = words.bibsWithCommas {
      throw Failure(badLine: "Bibs are separated by spaces: '\(bibs)'.")
    }
    if words.areBibs { words.insert(CrossCommand.declaration.name, at: 0) }
    do {
      let (subcommand, values) = try Self.parse(words)
      guard let command = Self.writersByName[subcommand.name] else {
        throw UsageError(.unknownSubcommand(subcommand.name, suggestions: []), in: nil)
      }
      let context = Context(
        world: recording.world, program: Self.program, subcommand: subcommand, values: values,
        words: words, instant: line.instant, outputMode: .stream,
        configuration: recording.configuration)
      context.opened = recording.opened
      context.source = "record"
      if let parameter = values.parameterReadingFile(of: subcommand) {
        throw Failure(
          badLine: """
            A line of record cannot read a file (\(parameter.key)): run 'laptimer \
            \(subcommand.name)' instead.
            """)
      }
      requests = try command.requests(context)
      self.context = context
      number = line.number
    } catch let error as UsageError {
      throw Failure(badLine: Message(verbatim: error.message))
    }
  }

  /// The line that appends the same event later.
  var repetition: String { context.line(repeating: requests[0]) }

  func failure(_ rejection: Rejection) -> Failure {
    context.failure(rejection, repeating: requests[0])
  }

  func answer(to receipts: [Receipt], in log: Logbook) -> Answer {
    context.answer(to: requests, receipts, in: log, isStreamed: true)
  }

  func text(_ answer: Answer) throws -> Message { try context.text(answer) }

  private static func parse(_ words: [String]) throws -> (Subcommand, Values) {
    do throws(UsageError) {
      if case .run(let subcommand, let values) = try program.parse(words) {
        return (subcommand, values)
      }
    } catch {
      switch error.problem {
      case .unknownOption(let name, _)
      where Laptimer.program.shared.flatMap(\.definitions).contains(where: { $0.key == name }):
        throw Failure(badLine: "'\(name)' is an option of 'record' itself, for all lines.")
      case .unknownSubcommand(let word, _) where Laptimer.program.subcommand(named: word) != nil:
        throw Failure(badLine: "'\(word)' does not append an event: a line cannot contain it.")
      case .unknownSubcommand where words.first?.hasOnlyDigits ?? false:
        let cross = words.map(\.shellQuoted).joined(separator: " ").echoed
        throw Failure(
          badLine: "A line of bibs has only numbers. For other bibs, write 'cross \(cross)'.")
      case .unknownOption, .unknownSubcommand, .missingValue, .unexpectedValue,
        .unexpectedArguments, .invalidValue, .missing, .conflict, .other:
        throw error
      }
    }
    throw Failure(badLine: "A line cannot ask for help or the version.")
  }
}

extension String {
  fileprivate var hasOnlyDigits: Bool {
    !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension [String] {
  /// Whether a line records crossings: bibs of digits, and then nothing or options.
  fileprivate var areBibs: Bool {
    let rest = drop(while: \.hasOnlyDigits)
    return rest.count < count && (rest.first?.hasPrefix("-") ?? true)
  }

  /// The bibs of a line of digits and commas, with spaces instead; nil for other lines.
  fileprivate var bibsWithCommas: String? {
    guard contains(where: { $0.utf8.contains(UInt8(ascii: ",")) }) else { return nil }
    let bytes = Array<UInt8>(joined(separator: " ").utf8)
    guard bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2C || $0 == 0x20 }) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self).split { $0 == "," || $0 == " " }
      .joined(separator: " ")
  }
}

extension String {
  fileprivate var isComment: Bool {
    utf8.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "#")
  }
}
