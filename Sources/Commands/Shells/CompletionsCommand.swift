import Arguments

enum CompletionsCommand: RunnableCommand {
  static let shell = Argument("shell", .choice(Shell.self), help: "The shell that will load it.")

  static let declaration = Subcommand(
    "completions", abstract: "Write what lets a shell complete command lines.",
    discussion: """
      bash: laptimer completions bash > ~/.local/share/bash-completion/completions/laptimer

      zsh: laptimer completions zsh > _laptimer, in a folder of $fpath

      fish: laptimer completions fish > ~/.config/fish/completions/laptimer.fish
      """,
    [shell])

  static func run(_ context: Context) throws {
    let script = context.program.completionScript(for: context.values[shell])
    context.output.bytes.append(contentsOf: script.utf8)
  }
}
