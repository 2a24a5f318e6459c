/// What a well-formed command line asks for.
package enum Request: Sendable {
  /// A subcommand with its values.
  case run(Subcommand, Values)

  /// The help screen of a subcommand, or of the whole program.
  case help(Subcommand?)

  /// The program's version.
  case version
}
