import Timing

extension Append {
  /// The number of the session that a request means.
  func session(for request: Request, _ open: [OpenSession]) throws -> Int {
    switch request.target {
    case .new: try log.newestSession + 1
    case .named(let name, _): try log.sessionNumber(named: name)
    case .implied:
      switch request.command {
      case .undo, .redo: try log.sessionOfNewestEvent()
      default: try log.impliedSession(open.map(\.session))
      }
    }
  }

  /// Refuses a start beside sessions that run or count down, unless that is wanted.
  ///
  /// A session that runs itself says so in its own words.
  func refuse(_ target: Request.Target, beside open: [OpenSession]) throws {
    switch target {
    case .new(also: true), .named(_, also: true): return
    case .new, .named, .implied: break
    }
    guard !open.isEmpty else { return }
    throw Rejection.othersRun(
      try log.running(open.map(\.session)),
      areCountingDown: open.allSatisfy { $0.phase == .countdown })
  }
}
