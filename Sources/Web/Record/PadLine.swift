import Text
import Timing

/// A line of a pad: one command, with the time of its press.
struct PadLine {
  /// The time of a press as the page knew it.
  struct Press {
    /// The boot of the server's clock.
    var boot: String
    /// The server's ticks; they mean nothing in another boot.
    var ticks: Duration
    /// The server's wall clock.
    var wall: Moment
  }

  /// The reason why a line is not recorded.
  enum Fault: Error {
    /// It has a key that no line of a pad has, so that nothing of its request is recorded.
    case notAllowed(key: String)
    /// It is not a line as pads write it, for this reason.
    case wrong(String)
  }

  let id: EventID
  /// A command, or those of a crossing with several bibs.
  let commands: [Command]
  /// Nil for a correction, which has no time of its own.
  let press: Press?

  /// The event that the line corrects; nil for a press.
  var target: EventID? {
    if case .id(let id)? = commands[0].references.first { return id }
    return nil
  }

  /// Parses a line, which is a JSON object.
  init(_ text: String) throws(Fault) {
    var fields = Fields()
    do throws(JSONReader.Malformed) {
      fields = try JSONReader.read(text) { reader throws(JSONReader.Malformed) in
        var fields = Fields()
        try reader.object { name, reader throws(JSONReader.Malformed) in
          try fields.read(name, &reader)
        }
        return fields
      }
    } catch {
      throw .wrong("It is wrong from byte \(error.offset + 1) on.")
    }
    if let key = fields.forbidden { throw .notAllowed(key: key) }
    guard let id = fields.id else { throw .wrong("It has no id.") }
    guard fields.commands.count == 1, let commands = fields.commands.first else {
      throw .wrong("It must have exactly one of cross, lap, mark, assign and remove.")
    }
    let isAssignment = if case .assign = commands[0] { true } else { false }
    guard isAssignment == fields.hasBib else { throw .wrong("Only an assign has a bib.") }
    self.id = id
    if case .assign(let crossing, _) = commands[0] {
      self.commands = [.assign(crossing, bib: fields.bib)]
    } else {
      self.commands = commands
    }
    guard commands[0].references.isEmpty else {
      press = nil
      return
    }
    guard let boot = fields.boot, let ticks = fields.ticks, let wall = fields.wall else {
      throw .wrong("A press has boot, ticks_ns and wall.")
    }
    press = Press(boot: boot, ticks: ticks, wall: wall)
  }

  /// The fields of a line; those of commands as the commands.
  private struct Fields {
    var id: EventID?
    var commands: [[Command]] = []
    var bib: String?
    var hasBib = false
    var boot: String?
    var ticks: Duration?
    var wall: Moment?
    var forbidden: String?
    private var names: Set<String> = []

    mutating func read(_ name: String, _ json: inout JSONReader) throws(JSONReader.Malformed) {
      guard names.insert(name).inserted else { throw json.malformed }
      switch name {
      case "id": id = try json.uuid()
      case "cross":
        let bibs = try json.array { json throws(JSONReader.Malformed) in try json.string() }
        let crossings = bibs.isEmpty ? [RaceEvent.Crossing()] : bibs.map { .init(bib: $0) }
        commands.append(crossings.map { .race(.crossed($0)) })
      case "lap": commands.append([.lap(label: json.takeNull() ? nil : try json.string())])
      case "mark": commands.append([.mark(label: try json.string())])
      case "assign": commands.append([.assign(.id(try json.uuid()), bib: nil)])
      case "remove": commands.append([.remove(.id(try json.uuid()))])
      case "bib": (bib, hasBib) = (json.takeNull() ? nil : try json.string(), true)
      case "boot": boot = try json.string()
      case "ticks_ns": ticks = .nanoseconds(try json.integer())
      case "wall":
        let start = json
        guard let moment = try? Moment(rfc3339: json.string()) else { throw start.malformed }
        wall = moment
      // The page's own doubt is of use to the page alone.
      case "doubt_ns": _ = try json.integer()
      default:
        forbidden = forbidden ?? name
        try json.skip()
      }
    }
  }
}

extension JSONReader {
  fileprivate mutating func uuid() throws(Malformed) -> EventID {
    let start = self
    guard let id = EventID(try string()) else { throw start.malformed }
    return id
  }
}
