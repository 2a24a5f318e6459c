import EventLog
import Timing
import Text

/// Events with what the session was after each of them.
struct ReplayLines {
  private let text: EventText
  private var links: EventLinks
  private let times: StopwatchLabel

  init(_ text: EventText, _ links: EventLinks, _ times: StopwatchLabel) {
    self.text = text
    self.links = links
    self.times = times
  }

  /// Appends the line of an event.
  mutating func append(
    _ logged: LoggedEvent, _ glance: Glance, isJSON: Bool, to output: inout [UInt8]
  ) throws {
    guard isJSON else {
      let target = try links.target(of: logged)
      output.append(glance.shownTime(times).padded(to: -9))
      output.append("  " + glance.header.padded(to: 8))
      output.append(text.line(logged, target: target))
      return output.append("\n")
    }
    var json = JSONWriter()
    json.object { object in
      logged.write(to: &object, uid: glance.uid)
      object.object("state") { glance.writeState(to: &$0, times) }
    }
    output += json.bytes
    output.append("\n")
  }
}

extension Glance {
  /// Writes what the session was after an event: the fields of `list`, without those that the
  /// event has.
  fileprivate func writeState(to json: inout JSONWriter, _ times: StopwatchLabel) {
    json.field("name", summary.profile.name)
    json.field("phase", phase.rawValue)
    json.field("running_time_ns", runningTime)
    json.field("running_time", shownTime(times))
    json.field("clock", clock.rawValue)
    json.field("header", header)
    json.field("lap_count", summary.lapCount)
    json.field("best_ns", summary.best)
  }
}
