import Foundation
import ProcessTestSupport
import SQLite
import Signals
import Testing

@testable import Web

@Suite struct PublisherTests {
  /// A site with one session, whose state a test sets.
  private final class Site {
    var state = 1
    var names = ["3/board.json", "3/index.html", "index.html"]

    func files() -> [PublishedFile] {
      names.map { name in
        PublishedFile(name: name, tag: "\(state)") { [state] in Array("\(name) \(state)".utf8) }
      }
    }
  }

  private let scratch: ScratchFolder
  private let path: String
  private let scheduler = VirtualScheduler()
  private let site = Site()

  init() throws {
    scratch = try ScratchFolder()
    path = scratch("site")
  }

  private func text(_ name: String) -> String {
    String(decoding: contents(of: "\(path)/\(name)"), as: UTF8.self)
  }

  private func publisher(report: @escaping (any Error) -> Void = { _ in }) throws -> Publisher {
    try Publisher(
      site.files, to: PublishedFolder(path), on: scheduler, report: report)
  }

  @Test func `the list, the page and the board are published at once`() throws {
    let publisher = try publisher()
    #expect(text("index.html") == "index.html 1")
    #expect(text("3/index.html") == "3/index.html 1")
    #expect(text("3/board.json") == "3/board.json 1")
    #expect(ScratchFolder.names(in: path) == ["3", "index.html"])
    #expect(ScratchFolder.names(in: path + "/3") == ["board.json", "index.html"])
    withExtendedLifetime(publisher) {}
  }

  @Test func `a change is published after five seconds, and no file without one`() throws {
    let publisher = try publisher()
    site.state = 2
    try writeFile("mine".utf8, to: path + "/index.html")
    scheduler.advance(to: .milliseconds(4_999))
    #expect(text("3/board.json") == "3/board.json 1")
    scheduler.advance(to: .seconds(5))
    #expect(text("3/board.json") == "3/board.json 2")
    #expect(text("index.html") == "index.html 2")
    try writeFile("mine".utf8, to: path + "/index.html")
    scheduler.advance(to: .seconds(10))
    #expect(text("index.html") == "mine")
    withExtendedLifetime(publisher) {}
  }

  @Test func `a session that is no longer shown does not stay, also one of an earlier start`()
    throws
  {
    site.names += ["4/board.json", "3/77/board.json", "3/77/index.html"]
    var publisher: Publisher? = try publisher()
    site.names.removeAll { $0.hasPrefix("4/") }
    scheduler.advance(to: .seconds(5))
    #expect(ScratchFolder.names(in: path + "/4") == [])
    #expect(ScratchFolder.names(in: path + "/3") == ["77", "board.json", "index.html"])
    withExtendedLifetime(publisher) {}
    publisher = nil
    site.names = ["index.html"]
    publisher = try self.publisher()
    #expect(ScratchFolder.names(in: path + "/3") == ["77"])
    #expect(ScratchFolder.names(in: path + "/3/77") == [])
    withExtendedLifetime(publisher) {}
  }

  @Test func `two publishers do not share a folder`() throws {
    let first = try PublishedFolder(path)
    #expect(throws: SystemError(call: "flock", path: path, number: EWOULDBLOCK)) {
      try PublishedFolder(path)
    }
    withExtendedLifetime(first) {}
  }

  @Test func `a failed write is reported and repeated, and leaves the published file`() throws {
    var failures: [SystemError] = []
    let publisher = try publisher { error in
      if let failure = error as? SystemError { failures.append(failure) }
    }
    site.state = 2
    // A folder at the place of the draft.
    let draft = path + "/3/board.json.draft"
    mkdir(draft, 0o700)
    scheduler.advance(to: .seconds(5))
    #expect(failures == [SystemError(call: "open", path: draft, number: EISDIR)])
    #expect(text("3/board.json") == "3/board.json 1")
    rmdir(draft)
    scheduler.advance(to: .seconds(10))
    #expect(text("3/board.json") == "3/board.json 2")
    withExtendedLifetime(publisher) {}
  }

  @Test func `a reader never sees half a file`() throws {
    let folder = try PublishedFolder(path)
    try folder.replace("page", with: [UInt8](repeating: 0, count: 1_000_000))
    let place = path + "/page"
    let reader = Thread { [place] in
      while !Thread.current.isCancelled {
        let bytes = contents(of: place)
        if bytes.count != 1_000_000 || Set(bytes).count != 1 { Issue.record("half a file") }
      }
    }
    reader.start()
    for value in 1...Effort.times(50, long: 1_000) {
      try folder.replace("page", with: [UInt8](repeating: UInt8(value % 256), count: 1_000_000))
    }
    reader.cancel()
  }
}
