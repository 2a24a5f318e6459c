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

  let id: EventID
  /// A command, or those of a crossing with several bibs.
  let commands: [Command]
  /// Nil for a correction without a time.
  let press: Press?

  /// The event that the line corrects; nil for a press.
  var target: EventID? {
    if case .id(let id)? = commands[0].references.first { return id }
    return nil
  }

  /// Parses a line, which is a JSON object; throws a refusal of the line, or of its whole request if
  /// it has a key that no pad may send.
  init(_ text: String) throws(WebRefusal) {
    var fields = Fields()
    do throws(JSONReader.Malformed) {
      try JSONReader.read(text) { reader throws(JSONReader.Malformed) in
        try reader.object { name, reader throws(JSONReader.Malformed) in
          try fields.read(name, &reader)
        }
      }
    } catch {
      throw WebRefusal.badLine("The line is not valid from byte \(error.offset + 1) on.")
    }
    if let key = fields.forbidden {
      throw WebRefusal(
        403, 77, "not_allowed", "A pad may not send '\(Harmless.text(key))'; nothing is recorded.")
    }
    if let crossing = fields.assigned {
      fields.commands.append([.assign(.id(crossing), bib: fields.bib)])
    }
    guard let id = fields.id, fields.commands.count == 1 else {
      throw WebRefusal.badLine(
        "A line has an id, and exactly one of cross, lap, mark, assign and remove.")
    }
    guard fields.names.contains("bib") == (fields.assigned != nil) else {
      throw WebRefusal.badLine("An assign has a bib, and nothing else has.")
    }
    (self.id, commands) = (id, fields.commands[0])
    if let boot = fields.boot, let ticks = fields.ticks, let wall = fields.wall {
      press = Press(boot: boot, ticks: ticks, wall: wall)
    } else {
      press = nil
    }
    if press == nil, commands[0].references.isEmpty {
      throw WebRefusal.badLine("A press has boot, ticks_ns and wall.")
    }
  }

  /// The fields of a line; those of commands as the commands.
  private struct Fields {
    var names: Set<String> = []
    var id: EventID?
    var commands: [[Command]] = []
    var assigned: EventID?
    var bib: String?
    var boot: String?
    var ticks: Duration?
    var wall: Moment?
    var forbidden: String?

    mutating func read(_ name: String, _ json: inout JSONReader) throws(JSONReader.Malformed) {
      guard names.insert(name).inserted else { throw json.malformed }
      switch name {
      case "id": id = try json.value()
      case "cross":
        let bibs: [String] = try json.value()
        let crossings = bibs.isEmpty ? [RaceEvent.Crossing()] : bibs.map { .init(bib: $0) }
        commands.append(crossings.map { .race(.crossed($0)) })
      case "lap": commands.append([.lap(label: json.takeNull() ? nil : try json.string())])
      case "mark": commands.append([.mark(label: try json.string())])
      case "assign": assigned = try json.value()
      case "remove": commands.append([.remove(.id(try json.value()))])
      case "bib": bib = json.takeNull() ? nil : try json.string()
      case "boot": boot = try json.string()
      case "ticks_ns": ticks = try json.value()
      case "wall": wall = try json.value()
      // Only the page uses its doubt.
      case "doubt_ns": _ = try json.integer()
      default:
        forbidden = forbidden ?? name
        try json.skip()
      }
    }
  }
}
