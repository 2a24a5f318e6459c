package import Signals
import Text

/// Publishes the boards of a site as files: the list, and for each session its page and its
/// `board.json`.
///
/// It asks the site as a browser does, so that files and server show the same.
package final class Publisher {
  /// The least time between two writes of a file.
  package static let period = Duration.seconds(5)

  private let site: any WebHandler
  private let folder: PublishedFolder
  private let sessions: () throws -> [Int]
  private let report: (any Error) -> Void
  /// The published responses by the names of their files.
  private var published: [String: WebResponse] = [:]
  private var ticks: Subscription?

  /// Publishes at once and in each period from now on.
  ///
  /// `sessions` returns the numbers of the published sessions. `report` receives the failure of a
  /// write, which the next period repeats; a failure of the first write is thrown.
  package init(
    of site: any WebHandler, to folder: PublishedFolder, on scheduler: any Scheduler,
    sessions: @escaping () throws -> [Int], report: @escaping (any Error) -> Void
  ) throws {
    (self.site, self.folder, self.sessions, self.report) = (site, folder, sessions, report)
    try publish()
    let start = scheduler.now + Self.period
    ticks = Signal<Int>.interval(Self.period, from: start, on: scheduler).subscribe {
      [unowned self] _ in
      do {
        try publish()
      } catch {
        report(error)
      }
    }
  }

  /// Writes the files that have changed.
  private func publish() throws {
    for session in try sessions() {
      // A page is never newer than its board, from which it goes on.
      let board = ["api", "sessions", "\(session)", "board"]
      try publish(board, as: "\(session)/board.json")
      try publish(["\(session)"], as: "\(session)/index.html")
    }
    try publish([], as: "index.html")
  }

  private func publish(_ path: [String], as name: String) throws(PublishedFolder.Fault) {
    let request = WebRequest(target: "/" + path.joined(separator: "/"), path: path)
    guard case .response(let response) = site.answer(request), response.status == 200 else {
      return
    }
    if let known = published[name] {
      let isKnown = known.tag == nil ? known.body == response.body : known.tag == response.tag
      if isKnown { return }
    }
    try folder.replace(name, with: response.body)
    published[name] = response
  }
}
