import Arguments

/// A subcommand: how it is typed, and what it does.
protocol RunnableCommand: Sendable {
  /// Its name, options and arguments, as data.
  static var declaration: Subcommand { get }

  /// How its output is written: all of it or nothing, unless it has no end.
  static var isStreamed: Bool { get }

  /// Does it; what is printed is seen if it does not throw.
  static func run(_ context: Context) throws
}

extension RunnableCommand {
  static var isStreamed: Bool { false }
}
