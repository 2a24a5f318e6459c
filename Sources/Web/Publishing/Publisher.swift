import Live
import Logbook
package import Signals
import Text
import Timing

/// A file of a published site.
package struct PublishedFile {
  /// Its path below the folder.
  var name: String
  var bytes: [UInt8]
  /// The state of which it speaks; nil if only its bytes tell.
  var tag: String?
}

/// Writes the files of a site to a folder whenever they have changed.
package final class Publisher {
  /// The least time between two writes of a file.
  package static let period = Duration.seconds(5)

  private let folder: PublishedFolder
  private let files: () throws -> [PublishedFile]
  private var published: [String: PublishedFile] = [:]
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
    // What is no longer shown does not stay.
    for name in published.keys where !names.contains(name) {
      try folder.remove(name)
      published[name] = nil
    }
    for file in files {
      if let known = published[file.name],
        known.tag == nil ? known.bytes == file.bytes : known.tag == file.tag
      {
        continue
      }
      try folder.replace(file.name, with: file.bytes)
      published[file.name] = file
    }
  }
}

extension BoardSite {
  /// Returns the files that show the sessions without this program: the list, and for each session
  /// its board, and a page that reads it again and again.
  package func publishedFiles() throws -> [PublishedFile] {
    var files = [
      PublishedFile(name: "index.html", bytes: try listPage(WebRequest(target: "/", path: [])).body)
    ]
    try forEachServed(.all, at: try feed.clock.now(), most: 100) { entry in
      // The other sessions are published although one cannot be.
      guard let publisher = try? publisher("\(entry.number)") else { return }
      let (document, token) = publisher.published(publisher.firstList)
      var json = JSONWriter()
      document.write(to: &json, as: token, clock: publisher.clock)
      let page = Pages.board(
        document, as: token, clock: publisher.clock, showsRows: true, isPad: false,
        source: "board.json")
      // A page is never newer than its board, from which it goes on.
      files += [("board.json", json.bytes), ("index.html", page.body)].map { name, bytes in
        PublishedFile(name: "\(entry.number)/\(name)", bytes: bytes, tag: token)
      }
    }
    return files
  }
}
