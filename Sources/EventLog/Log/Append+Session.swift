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
  func refuse(_ target: Request.Target, beside open: [OpenSession], _ number: Int) throws {
    switch target {
    case .new(also: true), .named(_, also: true): return
    case .new, .named, .implied: break
    }
    // A session that runs itself says so in its own words.
    let others = open.filter { $0.session != number }
    guard !others.isEmpty, others.count == open.count else { return }
    throw Rejection.othersRun(
      others.map(\.session), areCountingDown: others.allSatisfy { $0.phase == .countdown })
  }
}
