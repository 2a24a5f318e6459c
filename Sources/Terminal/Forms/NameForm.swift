package import Signals
package import Timing
import Text

/// First, last and full name in three fields, each edit of one changing the others as it is typed.
package final class NameForm {
  package let first = Field()
  package let last = Field()
  package let full = Field()
  private let name: Relay<Name>
  private var focus = 0
  private let moves = Subject<Void>()
  private var bindings: [Subscription] = []

  /// A form for a person, or for nobody yet.
  package init(_ person: Person?) {
    name = Relay(Name(first: person?.first ?? "", last: person?.last ?? ""))
    let name = name
    bindings = [
      first.bind(
        to: name, forward: { Name(first: $0, last: name.value.last) }, backward: { $0.first }),
      last.bind(
        to: name, forward: { Name(first: name.value.first, last: $0) }, backward: { $0.last }),
      full.bind(to: name, forward: { Name(full: $0) }, backward: { $0.full }),
    ]
    if let person, person.full != name.value.full { full.value = person.full }
  }

  /// The form now, and whenever it looks different.
  package var views: Signal<FormView> {
    moves.signal.map { [unowned self] in view }.prepend(view)
  }

  /// Whom it names now; nobody if it is empty.
  package var people: [Person] {
    let person = Person(
      first: String(first.value.trimmed), last: String(last.value.trimmed),
      full: String(full.value.trimmed))
    return person.full.isEmpty ? [] : [person]
  }

  /// What is wrong with a name, in a sentence; nil if nothing is.
  ///
  /// A field takes no more than a name may have, but may be given more by the other two.
  package var trouble: String? {
    for (title, field) in zip(Self.titles, fields) where !field.value.trimmed.isEmpty {
      do throws(LabelError) {
        _ = try Label.checked(String(field.value.trimmed))
      } catch {
        return "The \(title) is too long: \(error)."
      }
    }
    return nil
  }

  /// Does what a key says: moves between the fields, or edits the one that is in focus.
  package func take(_ key: Key) {
    switch key {
    case .tab, .down: focus = (focus + 1) % 3
    case .backTab, .up: focus = (focus + 2) % 3
    default: fields[focus].take(key)
    }
    moves.send(())
  }

  private static let titles = ["first name", "last name", "full name"]
  private var fields: [Field] { [first, last, full] }

  private var view: FormView {
    FormView(
      entries: zip(Self.titles, fields).map { FormView.Entry(title: $0, line: $1.line) },
      focus: focus)
  }
}
