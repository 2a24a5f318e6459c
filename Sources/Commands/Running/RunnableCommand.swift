import Arguments

/// A subcommand: its declaration and its implementation.
protocol RunnableCommand: Sendable {
  /// The name, options and arguments as data.
  static var declaration: Subcommand { get }

  /// Whether output is written as it is produced; otherwise all of it or, on failure, nothing.
  static var isStreamed: Bool { get }

  /// Runs the command; its output appears only if it does not throw, unless it is streamed.
  static func run(_ context: Context) throws
}

extension RunnableCommand {
  static var isStreamed: Bool { false }
}
