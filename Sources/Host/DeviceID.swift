import CSodium
import Glibc
import Text

/// The id of a machine; it is stored outside the log, since copies of a log would share it.
struct DeviceID: Sendable {
  let id: String

  /// The folder in which a new id must be stored before the first event that refers to it; nil if
  /// that is not necessary or not possible.
  let pendingFolder: String?

  /// Determines the id of this machine without writing anything.
  ///
  /// It is a hash of the machine id, which "should be considered 'confidential', and must not be
  /// exposed in untrusted environments" (machine-id(5)). A machine without one gets a random id in
  /// the user's state folder. If that cannot be written, the id is `unknown`, and only the boot id
  /// distinguishes clocks.
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

  /// Returns the same UUID each time for a secret, without disclosing it: from its BLAKE2b.
  private static func hashedID(of secret: String) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&digest, digest.count, Array(secret.utf8), UInt64(secret.utf8.count), nil, 0)
    return EventID(version8: digest).description
  }

  /// Stores a new id for later commands.
  ///
  /// If several processes do so at the same time, the id of the first is stored. The others use
  /// their own until they end, so that their clocks look like those of other devices.
  func keep() {
    guard let pendingFolder else { return }
    Self.makeFolders(to: pendingFolder)
    let path = pendingFolder + "/device"
    let draft = path + "." + id
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { unlink(draft) }
    // Independent of the umask, as are the folders.
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

  private static func kept(in folder: String) -> String? {
    SmallFile.firstLine(of: folder + "/device").flatMap(EventID.init)?.description
  }

  /// Whether a file can be created in a folder, including the folder itself.
  private static func canMakeFile(in folder: String) -> Bool {
    var place = folder
    // An existing file without a valid id is not replaced.
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

/// Reads small files, such as those under /proc.
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
