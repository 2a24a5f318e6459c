/// A marble diagram.
///
/// A character is a frame: `-` nothing, `a` an element, `|` the end, `^` a subscription, `!` its
/// release. `(ab)` is one frame with several marks in order, `[a1]` an element with a longer name.
/// Spaces are ignored; they align diagrams.
struct Picture: Equatable {
  enum Mark: Equatable {
    case element(String)
    case end
    case subscribed
    case released
  }

  struct Entry: Equatable {
    var frame: Int
    var mark: Mark
  }

  var entries: [Entry] = []
  var frames = 0

  init(_ drawing: String) {
    var inGroup = false
    var name: String?
    for character in drawing where character != " " {
      switch (character, name) {
      case ("]", let whole?):
        entries.append(Entry(frame: frames, mark: .element(whole)))
        name = nil
      case (_, let begun?):
        name = begun + String(character)
        continue
      case ("[", _):
        name = ""
        continue
      case ("(", _): inGroup = true
      case (")", _): inGroup = false
      case ("-", _): break
      case ("|", _): entries.append(Entry(frame: frames, mark: .end))
      case ("^", _): entries.append(Entry(frame: frames, mark: .subscribed))
      case ("!", _): entries.append(Entry(frame: frames, mark: .released))
      default: entries.append(Entry(frame: frames, mark: .element(String(character))))
      }
      if !inGroup { frames += 1 }
    }
  }

  static func == (left: Picture, right: Picture) -> Bool { left.entries == right.entries }

  var drawing: String {
    var drawn = ""
    let last = max(frames - 1, entries.last?.frame ?? 0)
    for frame in 0...last {
      let marks = entries.filter { $0.frame == frame }.map(Self.draw)
      switch marks.count {
      case 0: drawn += "-"
      case 1: drawn += marks[0]
      default: drawn += "(" + marks.joined() + ")"
      }
    }
    return drawn
  }

  private static func draw(_ entry: Entry) -> String {
    switch entry.mark {
    case .element(let name): name.count == 1 ? name : "[\(name)]"
    case .end: "|"
    case .subscribed: "^"
    case .released: "!"
    }
  }
}
