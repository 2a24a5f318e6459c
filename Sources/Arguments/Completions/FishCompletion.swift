/// The completion script for fish 3.0 and later.
struct FishCompletion {
  let program: Program
  let contexts: [CompletionContext]

  private var function: String { "__\(program.functionName)" }

  var script: String {
    """
    # Completion of \(program.name) for fish. Load it with
    #   \(program.name) completions fish | source

    # The options that take a value, each after its subcommand and a space.
    set -g \(function)_valued \(valued)

    # Prints the subcommand with the name or alias $argv[1].
    function \(function)_subcommand
      switch $argv[1]
    \(subcommandCases)
      end
    end

    \(FishCompletion.machinery.replacing("§", with: function).replacing("¶", with: forwarded))
    complete -c \(program.name) -e
    complete -c \(program.name) -f
    \(subcommands)
    \(parameters)

    """
  }

  private var valued: String {
    contexts.flatMap { context in
      context.options.filter { $0.kind == .option }.flatMap { option in
        ([option.key] + (option.short.map { ["-\($0)"] } ?? [])).map { name in
          quote("\(context.names.first ?? "") \(name)")
        }
      }
    }.joined(separator: " \\\n  ")
  }

  private var subcommandCases: String {
    contexts.dropFirst().map { context in
      """
          case \(context.names.joined(separator: " "))
            echo \(context.names[0])
      """
    }.joined(separator: "\n")
  }

  private var subcommands: String {
    program.subcommands.filter { !$0.isHidden }.flatMap { subcommand in
      ([subcommand.name] + subcommand.aliases).map { name in
        complete("\(function)_in ''", "-a \(name) -d \(quote(subcommand.abstract))")
      }
    }.joined(separator: "\n")
  }

  private var parameters: String {
    contexts.flatMap { context in
      let name = context.names.first ?? "''"
      let options = context.options.map { option in
        let short = option.short.map { " -s \($0)" } ?? ""
        let value = option.kind == .option ? " " + value(option.completion) : ""
        return complete(
          "\(function)_in \(name)",
          "-l \(option.name)\(short)\(value) -d \(quote(option.help))")
      }
      let arguments = context.arguments.enumerated().compactMap { index, argument -> String? in
        guard argument.completion != .none else { return nil }
        let reach = argument.isRepeating ? "_from" : "_at"
        return complete(
          "\(function)\(reach) \(name) \(index + 1)",
          argument.completion == .file ? "-F" : "-a \(words(argument.completion))")
      }
      return options + arguments
    }.joined(separator: "\n")
  }

  private func complete(_ condition: String, _ what: String) -> String {
    "complete -c \(program.name) -n \(quote(condition)) \(what)"
  }

  /// The completions of an option's value.
  private func value(_ completion: Completion) -> String {
    switch completion {
    case .none: "-x"
    case .file: "-r -F"
    default: "-x -a \(words(completion))"
    }
  }

  private func words(_ completion: Completion) -> String {
    switch completion {
    case .none, .file: "''"
    case .values(let words): quote(words.map(quote).joined(separator: " "))
    case .subcommands: quote(contexts.flatMap(\.names).joined(separator: " "))
    case .dynamic(let topic): quote("(\(function)_list \(topic))")
    }
  }

  private var forwarded: String {
    let names = program.completing.map(\.key)
    return names.isEmpty ? "''" : names.joined(separator: " ")
  }

  private func quote(_ text: String) -> String {
    "'\(text.backslashed(["'", "\\"]))'"
  }

  /// The constant part of the script; `§` is replaced by the prefix of its functions, `¶` by the
  /// options that are passed on.
  static let machinery = #"""
    # Prints the subcommand before the cursor (an empty line if there is none), and the number of
    # the argument at the cursor.
    function §_place
      set -l sub ''
      set -l position 1
      set -l pending
      set -l ended
      for token in (commandline -opc)[2..-1]
        if test -n "$pending"
          set pending
        else if test -z "$ended"; and test "$token" = --
          set ended 1
        else if test -z "$ended"; and string match -q -- '-*' $token; and test "$token" != -
          if contains -- "$sub $token" $§_valued
            set pending 1
          end
        else if test -z "$sub"
          set sub (§_subcommand $token)
          if test -z "$sub"
            # There are no completions after an unknown subcommand.
            set sub -
          end
        else
          set position (math $position + 1)
        end
      end
      echo $sub
      echo $position
    end

    # Tests whether the line has subcommand $argv[1].
    function §_in
      test (§_place)[1] = "$argv[1]"
    end

    # Tests whether the cursor is at argument number $argv[2] of subcommand $argv[1].
    function §_at
      set -l place (§_place)
      test "$place[1]" = $argv[1]; and test $place[2] -eq $argv[2]
    end

    # Tests whether the cursor is at that argument or after it.
    function §_from
      set -l place (§_place)
      test "$place[1]" = $argv[1]; and test $place[2] -ge $argv[2]
    end

    # Prints the program's list for a topic, with descriptions after tabs.
    function §_list
      set -l tokens (commandline -opc)
      set -l forward
      set -l pending
      for token in $tokens[2..-1]
        if test -n "$pending"
          set forward $pending $token
          set pending
        else if test "$token" = --
          break
        else if contains -- $token ¶
          set pending $token
        else if string match -q -- '--*=*' $token
          set -l parts (string split -m 1 = -- $token)
          if contains -- $parts[1] ¶
            set forward $parts
          end
        end
      end
      if string match -q -- '~/*' "$forward[2]"
        set forward[2] $HOME(string sub -s 2 -- $forward[2])
      end
      $tokens[1] $forward __complete --describe -- $argv[1] '' 2>/dev/null </dev/null |
        string match -rv '(?!\t)[[:cntrl:]]|\t.*\t'
    end

    """#
}
