import EventLog
import Glibc
import Host
import HubTestSupport
import Logbook
import ProcessTestSupport
import Text
import Timing

extension MeasuredHub {
  /// The time from COMMIT on one device to COMMIT on another, both of which follow, beside the same
  /// calls in C, which has no logs, and beside a bare notification.
  func latencies() throws -> [Figure] {
    let (sender, receiver) = (try device(crossings: 100), try device())
    try sync(sender)
    try sync(receiver)
    let race = try sender.uid()
    let count = 100
    var times: [[Double]] = [[], [], []]
    for round in 0..<3 {
      times[0] += try followed(from: sender, to: receiver, count)
      times[1] += try baseline("notify", sender.url, sender.url, "\(count)", as: sender)
      let stream = "\(race.dropLast(12))00000000000\(round)"
      times[2] += try baseline("relay", sender.url, sender.url, stream, "\(count)", as: sender)
    }
    let what = "an event from device to device"
    return [
      Duel(times: [times[0], times[2]]).figure("\(what); append, NOTIFY and pull in C", .atMost(2)),
      Duel(times: [times[0], times[1]]).figure("\(what); a bare NOTIFY in C, which stores nothing"),
    ]
  }

  /// Records crossings in one log, and waits for each in the other.
  private func followed(from sender: Device, to receiver: Device, _ count: Int) throws -> [Double] {
    let children = try [sender, receiver].map { try $0.start(["sync", "--follow", "--json"]) }
    let log = try Logbook(LogFile(sender.log), for: .appending(longLived: true))
    let copy = try Logbook(LogFile(receiver.log), for: .reading)
    let follower = copy.follow(after: try copy.newestPosition)
    _ = try follower.next(timeout: .zero)
    var seconds: [Double] = []
    // The first one waits until both are connected.
    for _ in 0...count {
      let instant = World.live.instant()
      let crossing = RaceEvent.Crossing(bib: "1")
      let id = World.live.makeID(instant.recordedAt)
      _ = try log.append(
        Request(
          id: id, .race(.crossed(crossing)), of: .implied, instant: instant, source: "cli"))
      let began = Child.now()
      var isThere = false
      while !isThere {
        guard case .events(let events) = try follower.next(timeout: .seconds(30)) else {
          throw Child.Failure(description: "no event in 30 s")
        }
        isThere = events.contains { $0.id == id }
      }
      seconds.append(Child.now() - began)
      usleep(5000)
    }
    for child in children {
      child.send(SIGINT)
      _ = child.textsToEnd()
      try child.end()
    }
    return Array(seconds.dropFirst())
  }
}
