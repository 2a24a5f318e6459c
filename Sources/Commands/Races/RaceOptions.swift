import Arguments
import Racing
import Text
import Timing

enum RaceOptions {
  static let race = Parameter.option(
    "race", .text("format", completion: .listed(.formats)),
    help: "Time a race of this format: '20 laps', '45m', … (see below).")
  static let rules = Parameter.option(
    "rules", .text("rules"), help: "Rules of the race, such as 'lapped=continue, ties=shared'.")
  static let join = Parameter.option(
    "join", .session, help: "Time a point of this race: its session's number, uid or name.")
  static let priority = Parameter.option(
    "priority", .number("n", in: 0...1000),
    help: """
      With --join: if several devices record one passage, the device with the lowest number \
      counts.
      """, defaultText: "0")
  static let bib = Parameter.argument("bib", .bib, help: "The bib of the runner.")
  static let point = Parameter.option(
    "point", .label("point"), help: "The point.", defaultText: "the finish")

  /// The formats and the rules of races, for help.
  static var terms: [TermList] {
    [
      TermList("Formats of races", RaceFormat.forms.map { ($0.text, $0.meaning) }),
      TermList(
        "Rules of races, the default value first",
        RaceRule.allCases.map { ($0.rawValue, "\($0.meaning) (values: \($0.values))") }),
    ]
  }

  /// The ways to name a crossing, a phrase.
  static let crossings =
    "@12 is event 12 of the race, @4:12 event 12 of session 4; or @ and its id"

  /// The format of the options of a command; nil without one.
  static func format(_ context: Context, in subcommand: Subcommand) throws -> RaceFormat? {
    guard let text = context.values[race] else {
      if context.values[rules] != nil {
        throw UsageError(.missing([race.definition]), in: subcommand)
      }
      return nil
    }
    return try change(text, rules: context.values[rules], in: subcommand)?.applied(to: nil)
  }

  /// The change of a format by the options of a command; nil without them; without a text, what
  /// completes the race stays.
  static func change(
    _ text: String?, rules given: String?, in subcommand: Subcommand
  ) throws -> RaceFormatChange? {
    if text == nil, given == nil { return nil }
    var change = RaceFormatChange()
    if let text {
      do throws(RaceTextError) {
        change.finish = try RaceFormat.Finish(text: text)
      } catch {
        throw error.usage(of: race.definition, text, in: subcommand)
      }
    }
    if let given {
      do throws(RaceTextError) {
        change.rules = try [RaceFormat.RuleChange](rules: given)
      } catch {
        throw error.usage(of: rules.definition, given, in: subcommand)
      }
    }
    return change
  }
}

extension RaceTextError {
  fileprivate func usage(
    of option: Definition, _ text: String, in subcommand: Subcommand
  ) -> UsageError {
    UsageError(text, of: option, description, in: subcommand)
  }
}

extension Form where Value == String {
  static var bib: Form { Form("bib", completion: .listed(.bibs), parser: Bib.checkedRunner) }

  /// The bib of a runner, or `none` for nobody.
  static var bibOrNobody: Form { Form("bib", completion: .listed(.bibs), parser: Bib.checked) }
}

extension Form where Value == EventReference {
  /// An event by its number, that of another session by the numbers of both, or one by its id.
  static var crossing: Form {
    Form("@event") { word throws(InvalidValue) in
      switch try? Form.event.value(of: word) {
      case .event(let number): return .event(number)
      case .stream(let session, let event): return .stream(session: session, event: event)
      case .id(let id): return .id(id)
      case .number, .start, .stop, nil:
        let hint = Int(word) == nil ? "" : "; did you mean '@\(word)'?"
        throw InvalidValue("not @ and the number of an event" + hint)
      }
    }
  }
}

extension Form where Value == PlanChange.Rule<String> {
  /// A text without control characters, or `none`, which clears it.
  static func clearable(_ name: String) -> Form {
    let label = clearableLabel(name)
    return Form(name) { word throws(InvalidValue) in
      let change = try label.value(of: word)
      if case .set(let text) = change, text.unicodeScalars.contains(where: Harmless.isObeyed) {
        throw InvalidValue(BibError.controlCharacter.description)
      }
      return change
    }
  }

  /// A text, or `none`, which clears it.
  static func clearableLabel(_ name: String) -> Form {
    Form(name) { word throws(InvalidValue) in
      if word == "none" { return .lifted }
      return .set(try Form<String>.label(name).value(of: word))
    }
  }
}
