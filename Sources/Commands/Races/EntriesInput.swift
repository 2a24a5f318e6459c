import Racing
import Text
import Timing

/// The entries of a file, as given on the command line.
enum EntriesInput {
  /// Reads the entries of a CSV file.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is the standard input.
  ///   - context: gets a note on columns that are not used.
  /// - Returns: at least one entry.
  /// - Throws: `CommandError`.
  static func read(_ path: String, _ context: Context) throws -> [RaceEvent.Entry] {
    let name = InputFile.name(of: path)
    let bytes = try InputFile.contents(of: path, mostBytes: EntriesFile.mostBytes)
    do throws(EntriesFileError) {
      let file = try EntriesFile(bytes)
      if !file.ignoredColumns.isEmpty {
        let names = file.ignoredColumns.prefix(5).map { "'\($0.echoed)'" }
        context.note("Columns that are not used: \(names.joined(separator: ", ")).")
      }
      if !file.rows.isEmpty { return file.rows.map(\.entry) }
    } catch {
      throw CommandError.badEntries(name: name, error)
    }
    throw CommandError.noEntries(name: name)
  }
}
