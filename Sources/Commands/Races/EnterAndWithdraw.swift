import Arguments
import Host
import Logbook
import Racing
import Text
import Timing

enum EnterCommand: WritingCommand {
  static let name = Parameter.argument(
    optional: "name", .clearableLabel("name"), help: "The full name, or 'none' to clear it.")
  static let first = Parameter.option("first", .clearable("name"), help: "The first name.")
  static let last = Parameter.option("last", .clearable("name"), help: "The last name.")
  static let team = Parameter.option("team", .clearable("team"), help: "The team.")
  static let category = Parameter.option("category", .clearable("category"), help: "The category.")
  static let wave = Parameter.option(
    "wave", .clearable("wave"), help: "The wave.", defaultText: "the start of the race")
  static let chips = Parameter.option(
    repeating: "chip", .label("id"), help: "A chip; those given replace all earlier ones.")

  static let declaration = Subcommand(
    "enter", for: .ownRace, abstract: "Enter a runner in a race, or change an entry.",
    discussion: """
      Fields that are not given keep their values; 'none' clears a field, also the name. Somebody \
      called None is entered as 'None', or by --first and --last. A bib has up to 16 characters: 7 \
      and 007 are different.
      """,
    examples: [
      Example("Enter a runner", "laptimer enter 17 'Ada Lovelace' --team Analysts"),
      Example("Enter a runner with a chip in a wave", "laptimer enter 4 --chip 0A1B --wave B"),
      Example("Clear a category", "laptimer enter 17 --category none"),
    ],
    [
      RaceOptions.bib, name, first, last, team, category, wave, chips, Options.session,
      Options.writing,
    ])

  static func requests(_ context: Context) throws -> [Request] {
    let values = context.values
    var entry = RaceEvent.Entry(bib: values[RaceOptions.bib])
    entry.name = values[name] ?? .unchanged
    entry.first = values[first] ?? .unchanged
    entry.last = values[last] ?? .unchanged
    entry.team = values[team] ?? .unchanged
    entry.category = values[category] ?? .unchanged
    entry.wave = values[wave] ?? .unchanged
    let chips = values[chips].uniqued
    if !chips.isEmpty { entry.chips = chips == ["none"] ? .lifted : .set(chips) }
    return [context.request(.race(.entered(entry)))]
  }
}

enum WithdrawCommand: WritingCommand {
  static let declaration = Subcommand(
    "withdraw", for: .ownRace, abstract: "Remove an entry, as if it had never been made.",
    discussion: "The crossings of the bib stay in the log, and count again if it is entered.",
    examples: [
      Example("Withdraw a runner", "laptimer withdraw 17"),
      Example("Withdraw a runner from session 3", "laptimer withdraw 17 --session 3"),
    ],
    [RaceOptions.bib, Options.session, Options.writing])

  static func requests(_ context: Context) throws -> [Request] {
    [context.request(.race(.withdrawn(bib: context.values[RaceOptions.bib])))]
  }
}

enum EntriesCommand: WritingCommand {
  static let file = Parameter.argument(
    "file", .inputPath, help: "A CSV file with a header; - for the input.")

  static let declaration = Subcommand(
    "entries", for: .ownRace, abstract: "Enter the runners of a CSV file in a race.",
    discussion: """
      The header names the columns, in any order: bib, name, first, last, team, category, wave, \
      chip. Several chips in a cell are separated by commas, semicolons, | or /; a chip may have \
      spaces within it. Empty cells change nothing. If a row is wrong, nobody is entered.
      """,
    examples: [
      Example("Enter the runners of a file", "laptimer entries runners.csv"),
      Example("Enter them in session 3", "laptimer entries runners.csv --session 3"),
    ],
    [file, Options.session, Options.writing])

  static func requests(_ context: Context) throws -> [Request] {
    let entries = try EntriesInput.read(context.values[file], context)
    return context.request(.race(.entered(entries[0])))
      .batch(entries.map { .race(.entered($0)) })
  }
}

/// The entries of a file, as given on the command line.
enum EntriesInput {
  /// Reads the entries of a CSV file, at least one; `-` is the standard input.
  ///
  /// Columns that are not used are noted.
  static func read(_ path: String, _ context: Context) throws -> [RaceEvent.Entry] {
    let name = InputFile.name(of: path)
    let bytes = try InputFile.contents(of: path, mostBytes: EntriesFile.mostBytes)
    do throws(EntriesFileError) {
      let file = try EntriesFile(bytes)
      if !file.ignoredColumns.isEmpty {
        let names = file.ignoredColumns.map(\.shown).listed(atMost: 5)
        context.note("Columns that are not used: \(names).")
      }
      if !file.entries.isEmpty { return file.entries }
    } catch {
      throw Failure("bad_entries", "\(name), \(error.description). Nobody was entered.")
    }
    throw Failure("bad_entries", "\(name) has no rows.")
  }
}
