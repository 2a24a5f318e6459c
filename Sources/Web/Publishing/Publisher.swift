import EventLog
import Live
import Logbook
package import Signals
import Text
import Timing

/// A file of a published site.
package struct PublishedFile {
  /// Its path below the folder.
  var name: String
  /// The state that it shows: the file is written again with another one.
  var tag: String
  var bytes: () -> [UInt8]
}

/// Writes the files of a site to a folder whenever they have changed.
package final class Publisher {
  /// The least time between two writes of a file.
  package static let period = Duration.seconds(5)

  private let folder: PublishedFolder
  private let files: () throws -> [PublishedFile]
  /// The tags of the files by their names.
  private var published: [String: String] = [:]
  private var ticks: Subscription?

  /// Publishes at once and in each period from now on.
  ///
  /// `report` receives the failure of a write, which the next period repeats; a failure of the
  /// first write is thrown.
  package init(
    _ files: @escaping () throws -> [PublishedFile], to folder: PublishedFolder,
    on scheduler: any Scheduler, report: @escaping (any Error) -> Void
  ) throws {
    (self.files, self.folder) = (files, folder)
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

  private func publish() throws {
    let files = try files()
    let names = Set(files.map(\.name))
    if published.isEmpty { try folder.removeSessions { !names.contains($0) } }
    // Files of sessions and lists that are no longer shown are removed.
    for name in published.keys where !names.contains(name) {
      try folder.remove(name)
      published[name] = nil
    }
    for file in files where published[file.name] != file.tag {
      try folder.replace(file.name, with: file.bytes())
      published[file.name] = file.tag
    }
  }
}

extension BoardSite {
  /// Returns the files that show the sessions without this program: the list, and for each list of each
  /// session its board, and a page that reads it again and again.
  package func publishedFiles() throws -> [PublishedFile] {
    let list = try listPage(WebRequest(target: "/", path: [])).body
    let text = String(decoding: list, as: UTF8.self)
    var files = [PublishedFile(name: "index.html", tag: text) { list }]
    try forEachServed(.all, at: try feed.clock.now(), most: 100) { entry in
      let publisher: SessionPublisher
      do {
        publisher = try self.publisher("\(entry.number)")
      } catch is WebRefusal, is LogError {
        // The others are published although too many are followed, or one is damaged.
        return
      }
      let lists = publisher.state.lists.filter { $0.folder != nil }
      for list in lists where list != .passings {
        let token = publisher.lists[list]?.token ?? publisher.token
        func document() -> BoardDocument {
          var document = publisher.state.document(list)
          document.lists = lists
          return document
        }
        let folder =
          list == lists.first ? "\(entry.number)" : "\(entry.number)/\(list.folder ?? "")"
        // A page is never newer than its board, from which it goes on.
        files += [
          PublishedFile(name: "\(folder)/board.json", tag: token) {
            document().json(as: token, clock: publisher.clock)
          },
          PublishedFile(name: "\(folder)/index.html", tag: token) {
            Pages.board(document(), as: token, clock: publisher.clock, isPublished: true).body
          },
        ]
      }
    }
    return files
  }
}
