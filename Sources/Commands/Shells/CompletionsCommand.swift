import Arguments

enum CompletionsCommand: RunnableCommand {
  static let shell = Argument("shell", .choice(Shell.self), help: "The shell.")

  static let declaration = Subcommand(
    "completions", abstract: "Print the completion script of a shell.",
    examples: [
      Example(
        "Install the completions for bash",
        "laptimer completions bash > ~/.local/share/bash-completion/completions/laptimer"),
      Example(
        "Install them for zsh, in a folder of $fpath",
        "laptimer completions zsh > ~/.zsh/completions/_laptimer"),
      Example(
        "Install them for fish",
        "laptimer completions fish > ~/.config/fish/completions/laptimer.fish"),
    ],
    [shell])

  static func run(_ context: Context) throws {
    let script = context.program.completionScript(for: context.values[shell])
    context.output.bytes.append(contentsOf: script.utf8)
  }
}
