import Arguments
import CFaultyDisk
import EventLog
import Glibc
import Logbook
import ProcessTestSupport
import Testing

/// Each system call of SQLite fails once, in commands that write.
struct SystemCallTests {
  private let scratch: ScratchFolder
  private let laptimer: CommandRunner
  private let before: Image

  private static let isObserved: Void = faulty_observe_system_calls()

  init() throws {
    _ = Self.isObserved
    scratch = try ScratchFolder.inMemory()
    laptimer = try CommandRunner(log: scratch("log.db"))
    for line in ["start Run", "lap", "start Race --race '3 laps' --also"] + Self.race {
      #expect(try laptimer(splitWords(line)).exit == 0)
    }
    before = try Image(of: scratch.path)
  }

  private static let race = ["enter 4 Ada", "enter 17 Bo", "cross 4", "cross 17", "cross 4"].map {
    $0 + " --session Race"
  }

  private static let commands: [(line: String, isTimed: Bool)] = [
    ("lap --session Run", true), ("stop --session Run", true), ("start New --also", true),
    ("cross 4 --session Race", true), ("undo --session Race", false),
    ("enter 9 Cleo --session Race", false), ("stop --all", true),
  ]

  @Test(arguments: commands)
  func `a failed call loses no press, and the message is true`(line: String, isTimed: Bool) throws {
    try sweep(line, as: line) { answer, number, isSaved, place in
      guard answer.exit != 0, !isSaved, !answer.isUnknown else { return }
      #expect([74, 75].contains(answer.exit), place)
      #expect(answer.errors.contains("\nRepeat it as:\n  laptimer \(line)"), place)
      #expect(answer.errors.contains(" --at ") == isTimed, place)
      #expect(!answer.errors.contains("ermission") && !answer.errors.contains("moved"), place)
      if number == EMFILE || number == ENFILE {
        #expect(answer.errors.contains("Too many open files"), place)
      }
    }
  }

  @Test(arguments: ["import", "record"])
  func `other commands report a failed system call correctly`(name: String) throws {
    let donor = try CommandRunner(log: laptimer.place("donor.db"))
    try donor(["start", "Other", "--race", "3 laps"])
    try donor(["start", "--join", "Other", "--point", "A", "--also"])
    let export = try laptimer.file("export", donor(["export"]).output)
    let line = name == "import" ? "import \(export) --foreign" : name
    let input = name == "record" ? "lap --session Run\ncross 17 --session Race\n" : ""
    try sweep(line, as: name, input) { _, _, _, _ in }
  }

  /// Expects that a message says whether the events are saved, without a contradiction.
  private func expectTrue(_ answer: CommandRunner.Answer, _ isSaved: Bool, _ place: Comment) {
    if answer.exit == 0 { return #expect(isSaved && answer.errors.isEmpty, place) }
    guard !answer.isUnknown else { return }
    let saysSaved = [" saved, but ", " saved, although ", " imported, although "]
      .contains { answer.errors.contains($0) }
    #expect(saysSaved == isSaved, place)
    for words in ["Nothing was", "not saved", "try again", "Repeat "] where isSaved {
      #expect(!answer.errors.contains(words), place)
    }
  }

  /// Runs a command with each call failing in each way, and expects true messages.
  private func sweep(
    _ line: String, as name: String, _ input: String = "",
    _ examine: (CommandRunner.Answer, Int32, _ isSaved: Bool, Comment) throws -> Void
  ) throws {
    let words = try splitWords(line)
    let known = try newestPosition()
    var counts = (failed: 0, all: 0)
    for number in Effort.isLong
      ? [EMFILE, ENFILE, ENOMEM, EIO, EINTR, ENOSPC] : [EMFILE, EIO, EINTR]
    {
      var call = 0
      repeat {
        call += 1
        scratch.empty()
        try before.write(to: scratch.path, from: scratch.path)
        faulty_fail_system_call(Int32(call), number)
        let answer = try laptimer(words, input: input)
        let isOver = faulty_system_calls() < call
        faulty_fail_system_call(0, 0)
        counts.all += 1
        if answer.exit != 0 { counts.failed += 1 }
        let isSaved = try newestPosition() > known
        let place: Comment =
          "\(line), call \(call), \(String(cString: strerror(number))): \(answer)"
        expectTrue(answer, isSaved, place)
        try examine(answer, number, isSaved, place)
        if isOver { break }
      } while true
    }
    print("system calls, \(name): \(counts.failed) of \(counts.all) commands failed")
    #expect(counts.failed > 10 && counts.failed < counts.all)
  }

  private func newestPosition() throws -> Int {
    try Logbook(LogFile(scratch("log.db")), for: .reading).newestPosition
  }
}

extension CommandRunner.Answer {
  fileprivate var isUnknown: Bool { errors.contains("It is unknown whether") }
}
