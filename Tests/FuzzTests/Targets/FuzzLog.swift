import EventLog
import Host
import Logbook
import Foundation
import Synchronization

@testable import Commands
import Text

/// Stores the logs of fuzz targets, in memory if possible, and runs commands on them.
enum FuzzLog {
  static let instant = Instant(
    clock: ClockIdentity(bootID: "boot-2", device: "device"), ticks: .seconds(5000),
    recordedAt: Moment(nanosecondsSince1970: 1_800_000_000_000_000_000))

  private static let folder: String = {
    let memory = "/dev/shm"
    let place = access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
    let folder = "\(place)/laptimer-fuzz-\(getpid())"
    mkdir(folder, 0o700)
    atexit { try? FileManager.default.removeItem(atPath: FuzzLog.folder) }
    return folder
  }()

  static func path(_ name: String) -> String { "\(folder)/\(name).db" }

  /// The newest id: ids are reproducible, and differ from those of a created log.
  private static let newestID = Atomic<UInt64>(0)

  static func put(_ bytes: [UInt8], at path: String) {
    newestID.store(1 << 32, ordering: .relaxed)
    for suffix in ["-wal", "-shm", "-bell"] { unlink(path + suffix) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = write(descriptor, bytes, bytes.count)
    close(descriptor)
  }

  static func log(_ name: String, _ make: (String) throws -> Void) throws -> [UInt8] {
    let path = path(name)
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    newestID.store(0, ordering: .relaxed)
    try make(path)
    // Closing checkpoints the write-ahead file.
    do { _ = try Logbook(LogFile(path), for: .appending(longLived: true)).newestPosition }
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  static func world(log: String, output: Int32 = -1, at instant: Instant = FuzzLog.instant) -> World
  {
    var world = World.live
    world.environment = { $0 == "LAPTIMER_DB" ? Array(log.utf8) : nil }
    world.instant = { instant }
    world.keepDevice = {}
    world.makeID = { _ in
      EventID(
        high: 0x0192_0000_0000_7000,
        low: 0x8000_0000_0000_0000 | newestID.add(1, ordering: .relaxed).newValue)
    }
    world.localClock = { UTC() }
    world.terminalColumns = { nil }
    world.catchInterrupts = { nil }
    world.sleep = { _, _ in .over }
    (world.input, world.output, world.errors) = (-1, output, errors)
    return world
  }

  private static let errors = open("/dev/null", O_WRONLY)

  static func run(_ line: String, log: String) throws -> (exit: Int32, output: String) {
    try FuzzLog.run(line.split(separator: " ").map(String.init), log: log)
  }

  static func run(_ words: [String], log: String) throws -> (exit: Int32, output: String) {
    var name = Array("\(folder)/output.XXXXXX".utf8CString)
    let output = mkstemp(&name)
    defer { close(output) }
    unlink(name)
    let exit = Commands.run(words.map { Array($0.utf8) }, in: world(log: log, output: output))
    let file = FileHandle(fileDescriptor: output)
    try file.seek(toOffset: 0)
    let bytes = try file.readToEnd() ?? Data()
    let text = String(decoding: bytes, as: UTF8.self)
    let known = [0, 1, 64, 65, 66, 73, 74, 75, 77]
    try check(known.contains(Int(exit)), "\(words) exits with \(exit)")
    try check(
      exit == 0 || text.isEmpty || words.contains("check"),
      "\(words) fails after some output: \(text)")
    try check(!text.contains("\u{1B}"), "\(words) is not harmless: \(text)")
    if exit == 0, words.contains("--json") {
      do {
        _ = try JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)
      } catch { throw Violation("\(words): \(text) is no JSON") }
    }
    return (exit, text)
  }
}

/// A local clock without daylight saving.
private struct UTC: LocalClock {
  func time(at moment: Moment) -> CivilTime {
    CivilTime(secondsSince1970: Int(moment.secondsSince1970))
  }

  func seconds(showing time: CivilTime) -> [Int] { [time.secondsSince1970] }
}
