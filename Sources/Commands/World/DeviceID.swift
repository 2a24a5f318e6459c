import EventLog
import Glibc
import Timing
import Text

/// What tells this machine from others: an id of its own, kept outside the log, since copies of a
/// log would share it.
enum DeviceID {
  /// The id of this machine.
  ///
  /// From the machine's own id, hashed: it "should be considered 'confidential', and must not be
  /// exposed in untrusted environments" (machine-id(5)). Where there is none, a random one that is
  /// kept in the user's state folder; where that cannot be kept, the boot's id alone tells clocks
  /// apart.
  static func ofThisMachine(environment: (String) -> String?) -> String {
    for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      guard let machine = SmallFile.firstLine(of: path), machine.utf8.count == 32 else { continue }
      return hashedID(of: "laptimer device " + machine)
    }
    guard let folder = stateFolder(environment) else { return "unknown" }
    return kept(in: folder) ?? "unknown"
  }

  private static func stateFolder(_ environment: (String) -> String?) -> String? {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return state + "/laptimer"
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/laptimer"
  }

  /// The id that is kept in a folder; made if it is not there, by one of those who come at once.
  private static func kept(in folder: String) -> String? {
    let path = folder + "/device"
    if let id = SmallFile.firstLine(of: path).flatMap(EventID.init) { return id.description }
    var generator = SystemRandomNumberGenerator()
    let id = EventID(high: generator.next(), low: generator.next()).description
    makeFolders(to: folder)
    let draft = path + "." + id
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { unlink(draft) }
    // Whatever the umask; so are the folders.
    fchmod(descriptor, 0o600)
    let line = Array((id + "\n").utf8)
    let written = write(descriptor, line, line.count)
    close(descriptor)
    // Of several, the first link wins, and all read that one.
    guard written == line.count, link(draft, path) == 0 || errno == EEXIST else { return nil }
    return SmallFile.firstLine(of: path).flatMap(EventID.init)?.description
  }

  private static func makeFolders(to folder: String) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      if mkdir(path, 0o700) == 0 { chmod(path, 0o700) }
    }
  }
}
