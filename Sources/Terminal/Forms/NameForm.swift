package import Signals
import Text
package import Timing

/// The form for a person's name: first, last and full name in three fields, each of which updates
/// the others as it is typed.
package final class NameForm {
  package let first = TextField()
  package let last = TextField()
  package let full = TextField()
  private let name: Relay<PersonName>
  private var focus = 0
  private var bindings: [Subscription] = []

  /// The form as it is drawn.
  package struct View: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
      package var title: String
      package var line: TextLine
    }

    package var entries: [Entry]
    /// The index of the entry being edited.
    package var focus: Int
  }

  /// Creates a form with a person's name, or an empty one.
  package init(_ person: Person?) {
    name = Relay(PersonName(first: person?.first ?? "", last: person?.last ?? ""))
    let name = name
    bindings = [
      first.bind(
        to: name, forward: { PersonName(first: $0, last: name.value.last) },
        backward: { $0.first }),
      last.bind(
        to: name, forward: { PersonName(first: name.value.first, last: $0) },
        backward: { $0.last }),
      full.bind(to: name, forward: { PersonName(full: $0) }, backward: { $0.full }),
    ]
    if let person, person.full != name.value.full { full.value = person.full }
  }

  /// The person named; none if the form is empty.
  package var people: [Person] {
    let person = Person(
      first: String(first.value.trimmed), last: String(last.value.trimmed),
      full: String(full.value.trimmed))
    return person.full.isEmpty ? [] : [person]
  }

  /// The reason why the name cannot be saved, as a sentence; nil if it can.
  ///
  /// Typing cannot exceed the limit of a field, but the other fields can.
  package var validationError: String? {
    for (title, field) in zip(Self.titles, fields) where !field.value.trimmed.isEmpty {
      do throws(LabelError) {
        _ = try Label.checked(String(field.value.trimmed))
      } catch {
        return "The \(title) is too long: \(error)."
      }
    }
    return nil
  }

  /// Handles a key: moves between the fields, or edits the one in focus.
  package func handle(_ key: Key) {
    switch key {
    case .tab, .down: focus = (focus + 1) % 3
    case .backTab, .up: focus = (focus + 2) % 3
    default: fields[focus].handle(key)
    }
  }

  private static let titles = ["first name", "last name", "full name"]
  private var fields: [TextField] { [first, last, full] }

  /// The form as it is drawn now.
  package var view: View {
    View(
      entries: zip(Self.titles, fields).map { View.Entry(title: $0, line: $1.line) },
      focus: focus)
  }
}

/// A field of a form, edited by keys and bound to a value by `<->`.
package final class TextField: Bindable {
  /// The text with its cursor.
  package private(set) var line: TextLine
  private let edits = Subject<String>()

  package init(_ text: String = "") {
    line = TextLine(text)
  }

  /// The text; setting it moves the cursor to its end.
  package var value: String {
    get { line.text }
    set { line = TextLine(newValue) }
  }

  /// The text after each edit by a key.
  package var changes: Signal<String> { edits.signal }

  func handle(_ key: Key) {
    if line.handle(key) { edits.send(line.text) }
  }
}

/// A person's name in two parts.
package struct PersonName: Hashable, Sendable {
  package var first: String
  package var last: String

  package init(first: String, last: String) {
    self.first = first
    self.last = last
  }

  /// Splits a full name: the last of several words is the last name.
  package init(full: String) {
    let full = full.trimmed
    guard let gap = full.lastIndex(where: \.isWhitespace) else {
      self.init(first: String(full), last: "")
      return
    }
    self.init(first: String(full[..<gap].trimmed), last: String(full[gap...].trimmed))
  }

  /// Splits a full name with the parts that are given; a part that begins or ends the name leaves
  /// the rest for the other one.
  package init(full: String, first: String?, last: String?) {
    var split = PersonName(full: full)
    let words = full.split(whereSeparator: \.isWhitespace)
    let head = first?.split(whereSeparator: \.isWhitespace) ?? []
    let tail = last?.split(whereSeparator: \.isWhitespace) ?? []
    if !head.isEmpty, words.starts(with: head) {
      split.last = words.dropFirst(head.count).joined(separator: " ")
    } else if !tail.isEmpty, words.suffix(tail.count).elementsEqual(tail) {
      split.first = words.dropLast(tail.count).joined(separator: " ")
    }
    self.init(first: first ?? split.first, last: last ?? split.last)
  }

  /// Both parts, separated by a space.
  package var full: String {
    [first.trimmed, last.trimmed].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// A line of text being edited, with its cursor; typing cannot exceed the length of a label.
package struct TextLine: Hashable, Sendable {
  package private(set) var text: String
  /// The number of characters before the cursor.
  package private(set) var cursor: Int

  /// Creates a line with the cursor at its end.
  package init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  /// The text before the cursor.
  package var head: Substring { text.prefix(cursor) }

  /// Handles a key, and returns whether the text has changed; keys that do not edit a line are
  /// ignored.
  @discardableResult
  package mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): return insert(String(character))
    case .paste(let text): return paste(text)
    case .backspace:
      guard cursor > 0 else { return false }
      cursor -= 1
      return remove()
    case .delete: return remove()
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .control("u"):
      text.removeFirst(head.count)
      cursor = 0
      return true
    default: break
    }
    return false
  }

  /// Inserts as much of a text as fits, joined into one line, without control characters.
  private mutating func paste(_ pasted: String) -> Bool {
    let room = Label.mostBytes - text.utf8.count
    var fitting = ""
    for character in pasted.split(whereSeparator: \.isNewline).joined(separator: " ") {
      let character = character == "\t" ? " " : character
      if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        continue
      }
      guard fitting.utf8.count + character.utf8.count <= room else { break }
      fitting.append(character)
    }
    return insert(fitting)
  }

  private mutating func insert(_ new: String) -> Bool {
    guard !new.isEmpty, text.utf8.count + new.utf8.count <= Label.mostBytes else { return false }
    let rest = text.dropFirst(cursor)
    let head = String(head) + new
    text = head + rest
    // A combining accent forms one character with the letter before it.
    cursor = text.count - rest.count
    return true
  }

  private mutating func remove() -> Bool {
    guard cursor < text.count else { return false }
    text.remove(at: text.index(text.startIndex, offsetBy: cursor))
    return true
  }
}
