/// What all subjects are measured with.
final class Bench {
  let scratch: Scratch
  /// How many events a large log has.
  let events: Int
  private var built: Programs?

  init(events: Int) throws {
    scratch = try Scratch()
    self.events = events
  }

  /// The programs as they ship, built when they are first asked for.
  func programs() throws -> Programs {
    if let built { return built }
    let programs = try Programs()
    built = programs
    return programs
  }

  /// On how many sessions a large log's events fall.
  var sessions: Int { max(1, events / 1000) }

  /// A large log, made when it is first asked for.
  func largeLog() throws -> String {
    if let large { return large }
    // 320 bytes an event with its rows and indices, and the write-ahead log of a rebuild.
    let needed = events * 600
    guard scratch.freeBytes > needed + (1 << 30) else {
      throw Child.Failure(description: "not enough space for a log of \(events) events")
    }
    let path = try scratch.log("large.db", events: events, sessions: sessions)
    large = path
    return path
  }

  private var large: String?
}

/// Something that is measured under a name.
struct Matter {
  let name: String
  let run: (Bench) throws -> [Figure]

  static var all: [Matter] {
    [
      Matter(name: "lap", run: oneShot), Matter(name: "read", run: reads),
      Matter(name: "append", run: appends), Matter(name: "bulk", run: bulk),
      Matter(name: "replay", run: replay), Matter(name: "rebuild", run: rebuild),
      Matter(name: "query", run: queries), Matter(name: "follow", run: following),
      Matter(name: "version", run: version), Matter(name: "signals", run: signals),
    ]
  }
}
