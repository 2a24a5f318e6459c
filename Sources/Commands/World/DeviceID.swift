import EventLog
import Glibc
import Logbook
import Text
import Timing

/// What tells this machine from others: an id of its own, kept outside the log, since copies of a
/// log would share it.
struct DeviceID: Sendable {
  /// The id of this machine.
  let id: String

  /// The folder in which the id is to be kept before the first event that names it; nil if there is
  /// no need, or no place.
  let pendingFolder: String?

  /// Finds out the id of this machine; nothing is written.
  ///
  /// From the machine's own id, hashed: it "should be considered 'confidential', and must not be
  /// exposed in untrusted environments" (machine-id(5)). Where there is none, a random one that is
  /// kept in the user's state folder; where that cannot be kept, the boot's id alone tells clocks
  /// apart.
  static func ofThisMachine(
    environment: (String) -> String?,
    machineFiles: [String] = ["/etc/machine-id", "/var/lib/dbus/machine-id"]
  ) -> DeviceID {
    for path in machineFiles {
      guard let machine = SmallFile.firstLine(of: path), machine.utf8.count == 32 else { continue }
      return DeviceID(id: hashedID(of: "laptimer device " + machine), pendingFolder: nil)
    }
    let unknown = DeviceID(id: "unknown", pendingFolder: nil)
    guard let folder = stateFolder(environment) else { return unknown }
    if let id = kept(in: folder) { return DeviceID(id: id, pendingFolder: nil) }
    guard canMakeFile(in: folder) else { return unknown }
    var generator = SystemRandomNumberGenerator()
    let id = EventID(high: generator.next(), low: generator.next()).description
    return DeviceID(id: id, pendingFolder: folder)
  }

  /// Keeps the id for the commands to come, if it is not kept yet.
  ///
  /// Of several processes that come at once, the first one's id is kept. The others go on with their
  /// own until they end, which only makes their clocks look like those of other devices.
  func keep() {
    guard let pendingFolder else { return }
    Self.makeFolders(to: pendingFolder)
    let path = pendingFolder + "/device"
    let draft = path + "." + id
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { unlink(draft) }
    // Whatever the umask; so are the folders.
    fchmod(descriptor, 0o600)
    let line = Array((id + "\n").utf8)
    let written = write(descriptor, line, line.count)
    close(descriptor)
    if written == line.count { link(draft, path) }
  }

  private static func stateFolder(_ environment: (String) -> String?) -> String? {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return state + "/laptimer"
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/laptimer"
  }

  /// The id that is kept in a folder.
  private static func kept(in folder: String) -> String? {
    SmallFile.firstLine(of: folder + "/device").flatMap(EventID.init)?.description
  }

  /// Whether a file could be made in a folder, and the folder itself if it is not there.
  private static func canMakeFile(in folder: String) -> Bool {
    var place = folder
    // What is there and is no id stays, and nothing can be kept beside it.
    if access(folder + "/device", F_OK) == 0 { return false }
    while access(place, F_OK) != 0, errno == ENOENT, place != "/",
      let slash = place.lastIndex(of: "/")
    {
      place = slash == place.startIndex ? "/" : String(place[..<slash])
    }
    return access(place, W_OK | X_OK) == 0
  }

  private static func makeFolders(to folder: String) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      if mkdir(path, 0o700) == 0 { chmod(path, 0o700) }
    }
  }
}

/// Files of a line or two, such as the kernel has under /proc.
enum SmallFile {
  /// The first 4,096 bytes of a file as text; nil if it cannot be read.
  static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let text = String(unsafeUninitializedCapacity: 4096) { buffer in
      max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    return text
  }

  /// The first line of a file; nil if it cannot be read or the line is empty.
  static func firstLine(of path: String) -> String? {
    guard let line = text(of: path)?.utf8.prefix(while: { $0 != UInt8(ascii: "\n") }) else {
      return nil
    }
    return line.isEmpty ? nil : String(Substring(line))
  }
}
