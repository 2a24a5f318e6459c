import Arguments
import CSQLite
import Glibc
import ProcessTestSupport
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import Commands
@testable import EventLog
@testable import Logbook

/// What each command says of each failure of the disk, to the word.
struct FailureWordsTests {
  @Test func `each failure of the disk has its message`() throws {
    let said = try FailureWords().table.joined(separator: "\n")
    guard said != Self.table else { return }
    Issue.record("Some words have changed.")
    print("What is said now:\n\(said)\nEnd of what is said.")
  }

  /// By the exit code and the kind: the message, and which trouble makes which commands say so,
  /// with the codes of SQLite or the calls of the system behind it.
  private static let table = #"""
    74 cannot_open
      'copy.db', or a file beside it, cannot be opened: Input/output error.
        broken: restore: 14
    74 cannot_open
      'log.db', or a file beside it, cannot be opened: Input/output error.
        broken: start lap status check query export salvage backup restore rebuild: 14
    74 cannot_open
      No copy was made. 'log.db-copy-new-*', or a file beside it, cannot be opened:
      Input/output error.
        broken: backup: 14
    74 cannot_open
      Nothing was restored. The log is unchanged. 'log.db-new-*', or a file beside it, cannot
      be opened: Input/output error.
        broken: restore: 14
    74 disk_full
      'log.db' cannot be created: folder: Disk quota exceeded.
        overQuota: start: syncPath
    74 disk_full
      'log.db' cannot be created: folder: No space left on device.
        full: start: syncPath
    74 disk_full
      'log.db' cannot be created: log.db-new-*: Disk quota exceeded.
        overQuota: start import: makeFile
    74 disk_full
      'log.db' cannot be created: log.db-new-*: No space left on device.
        full: start import: makeFile
    74 disk_full
      'log.db' cannot be created: log.db: Disk quota exceeded.
        overQuota: start import: rename
    74 disk_full
      'log.db' cannot be created: log.db: No space left on device.
        full: start import: rename
    74 disk_full
      'log.db' has reached the size limit for files, see 'ulimit -f'.
        tooLong: start lap status check query export salvage backup restore rebuild: 4874
    74 disk_full
      'log.db-new-*' has reached the size limit for files, see 'ulimit -f'.
        tooLong: start import: 778
    74 disk_full
      No copy was made. 'log.db-copy-new-*' has reached the size limit for files, see 'ulimit
      -f'.
        tooLong: backup: 4874 778
    74 disk_full
      No copy was made. The disk of 'log.db-copy-new-*' is full: make room, then try again.
        full: backup: 13 14 4874
    74 disk_full
      No copy was made. The quota on the disk of 'log.db-copy-new-*' is used up: make room,
      then try again.
        overQuota: backup: 14 4874 778
    74 disk_full
      No copy was made: 'log.db-copy': Disk quota exceeded.
        overQuota: backup
    74 disk_full
      No copy was made: 'log.db-copy': No space left on device.
        full: backup
    74 disk_full
      No copy was made: 'log.db-copy-new-*': Disk quota exceeded.
        overQuota: backup
    74 disk_full
      No copy was made: 'log.db-copy-new-*': No space left on device.
        full: backup
    74 disk_full
      Nothing was restored. The log is unchanged. 'log.db-new-*' has reached the size limit
      for files, see 'ulimit -f'.
        tooLong: restore: 778
    74 disk_full
      Nothing was restored. The log is unchanged. The disk of 'log.db-new-*' is full: make
      room, then try again.
        full: restore: 13
    74 disk_full
      Nothing was restored. The log is unchanged. The quota on the disk of 'log.db-new-*' is
      used up: make room, then try again.
        overQuota: restore: 778
    74 disk_full
      Nothing was restored: 'folder': Disk quota exceeded. The log is unchanged.
        overQuota: restore
    74 disk_full
      Nothing was restored: 'folder': No space left on device. The log is unchanged.
        full: restore
    74 disk_full
      Nothing was restored: 'log.db': Disk quota exceeded. The log is unchanged.
        overQuota: restore
    74 disk_full
      Nothing was restored: 'log.db': No space left on device. The log is unchanged.
        full: restore
    74 disk_full
      Nothing was restored: 'log.db-new-*': Disk quota exceeded. The log is unchanged.
        overQuota: restore
    74 disk_full
      Nothing was restored: 'log.db-new-*': No space left on device. The log is unchanged.
        full: restore
    74 disk_full
      Nothing was restored: 'log.db-then': Disk quota exceeded. The log is unchanged.
        overQuota: restore
    74 disk_full
      Nothing was restored: 'log.db-then': No space left on device. The log is unchanged.
        full: restore
    74 disk_full
      Nothing was restored: 'log.db-then-wal': Disk quota exceeded. The log is unchanged.
        overQuota: restore
    74 disk_full
      Nothing was restored: 'log.db-then-wal': No space left on device. The log is unchanged.
        full: restore
    74 disk_full
      The disk of 'log.db' is full: make room, then try again.
        full: start lap status check query export salvage backup restore rebuild: 14 4874
    74 disk_full
      The disk of 'log.db-new-*' is full: make room, then try again.
        full: start import: 1034 13
    74 disk_full
      The quota on the disk of 'log.db' is used up: make room, then try again.
        overQuota: start lap status check query export salvage backup restore rebuild: 14 4874
    74 disk_full
      The quota on the disk of 'log.db-new-*' is used up: make room, then try again.
        overQuota: start import: 1034 778
    74 input_output
      'log.db' cannot be created: folder: Input/output error.
        broken: start: syncPath
    74 input_output
      'log.db' cannot be created: log.db-new-*: Input/output error.
        broken: start import: makeFile open
    74 input_output
      'log.db' cannot be created: log.db: Input/output error.
        broken: start import: rename
    74 input_output
      No copy was made. The disk of 'log.db' failed.
        broken: backup: 8458
    74 input_output
      No copy was made. The disk of 'log.db' failed: Input/output error.
        broken: backup: 1802 5130 8458
    74 input_output
      No copy was made. The disk of 'log.db-copy-new-*' failed: Input/output error.
        broken: backup: 1802 3338 3850 4874 5130 778 8458
    74 input_output
      No copy was made: 'log.db-copy': Input/output error.
        broken: backup
    74 input_output
      No copy was made: 'log.db-copy-new-*': Input/output error.
        broken: backup
    74 input_output
      Nothing was restored. The log is unchanged. The disk of 'copy.db' failed.
        broken: restore: 8458
    74 input_output
      Nothing was restored. The log is unchanged. The disk of 'copy.db' failed: Input/output
      error.
        broken: restore: 1802 3338 3850 8458
    74 input_output
      Nothing was restored. The log is unchanged. The disk of 'log.db-new-*' failed:
      Input/output error.
        broken: restore: 1802 3338 3850 778 8458
    74 input_output
      Nothing was restored: 'folder': Input/output error. The log is unchanged.
        broken: restore
    74 input_output
      Nothing was restored: 'log.db': Input/output error. The log is unchanged.
        broken: restore
    74 input_output
      Nothing was restored: 'log.db-new-*': Input/output error. The log is unchanged.
        broken: restore
    74 input_output
      Nothing was restored: 'log.db-then': Input/output error. The log is unchanged.
        broken: restore
    74 input_output
      Nothing was restored: 'log.db-then-wal': Input/output error. The log is unchanged.
        broken: restore
    74 input_output
      The disk of 'copy.db' failed: Input/output error.
        broken: restore: 1802 3338 3850 8458
    74 input_output
      The disk of 'log.db' failed: Input/output error.
        broken: start lap status check query export salvage backup restore rebuild: 1802 3338 3850 4874 5130 8458
    74 input_output
      The disk of 'log.db-new-*' failed: Input/output error.
        broken: start import: 1034 1802 3338 3850 778 8458
    74 no_memory
      'log.db' cannot be created: folder: Cannot allocate memory.
        noMemory: start: syncPath
    74 no_memory
      'log.db' cannot be created: log.db-new-*: Cannot allocate memory.
        noMemory: start import: makeFile open
    74 no_memory
      No copy was made. There is not enough memory for 'log.db-copy-new-*', or for a file
      beside it.
        noMemory: backup: 14 4874
    74 no_memory
      No copy was made: 'log.db-copy-new-*': Cannot allocate memory.
        noMemory: backup
    74 no_memory
      Nothing was restored. The log is unchanged. There is not enough memory for
      'log.db-new-*', or for a file beside it.
        noMemory: restore: 14
    74 no_memory
      Nothing was restored: 'folder': Cannot allocate memory. The log is unchanged.
        noMemory: restore
    74 no_memory
      Nothing was restored: 'log.db-new-*': Cannot allocate memory. The log is unchanged.
        noMemory: restore
    74 no_memory
      There is not enough memory for 'copy.db', or for a file beside it.
        noMemory: restore: 14
    74 no_memory
      There is not enough memory for 'log.db', or for a file beside it.
        noMemory: start lap status check query export salvage backup restore rebuild: 14 4874
    74 not_saved
      It is unknown whether the tables are rebuilt: rebuild them again. The disk of 'log.db'
      failed: Input/output error.
        broken: rebuild: 1034 778
    74 not_saved
      It is unknown whether the tables are rebuilt: rebuild them again. The disk of 'log.db'
      is full: make room, then try again.
        full: rebuild: 1034
    74 not_saved
      It is unknown whether the tables are rebuilt: rebuild them again. The quota on the disk
      of 'log.db' is used up: make room, then try again.
        overQuota: rebuild: 1034
    74 not_saved
      Nothing was imported. 'log.db-new-*' has reached the size limit for files, see 'ulimit
      -f'.
        tooLong: import: 778
    74 not_saved
      Nothing was imported. The disk of 'log.db-new-*' failed: Input/output error.
        broken: import: 1034 3850 778
    74 not_saved
      Nothing was imported. The disk of 'log.db-new-*' is full: make room, then try again.
        full: import: 1034 13
    74 not_saved
      Nothing was imported. The quota on the disk of 'log.db-new-*' is used up: make room,
      then try again.
        overQuota: import: 1034 778
    74 not_saved
      The event is not saved. 'log.db' has reached the size limit for files, see 'ulimit -f'.
        tooLong: start lap: 778
    74 not_saved
      The event is not saved. The disk of 'log.db' failed: Input/output error.
        broken: start: 5130
        broken: start lap: 1034 778
    74 not_saved
      The event is not saved. The disk of 'log.db' is full: make room, then try again.
        full: start lap: 1034 13
    74 not_saved
      The event is not saved. The quota on the disk of 'log.db' is used up: make room, then
      try again.
        overQuota: start lap: 1034 778
    74 not_saved
      The tables are unchanged. 'log.db' has reached the size limit for files, see 'ulimit
      -f'.
        tooLong: rebuild: 778
    74 not_saved
      The tables are unchanged. The disk of 'log.db' is full: make room, then try again.
        full: rebuild: 13
    74 not_saved
      The tables are unchanged. The quota on the disk of 'log.db' is used up: make room, then
      try again.
        overQuota: rebuild: 778
    74 not_synced
      The copy is restored, but a file of the replaced log could not be moved away:
      'log.db-journal': Input/output error. The next command tries again.
        broken: restore
    74 not_synced
      The copy is restored, but a file of the replaced log could not be moved away:
      'log.db-journal': Read-only file system. The next command tries again.
        readOnly: restore
    74 not_synced
      The copy is restored, but a file of the replaced log could not be moved away:
      'log.db-then-shm': Disk quota exceeded. The next command tries again.
        overQuota: restore
    74 not_synced
      The copy is restored, but a file of the replaced log could not be moved away:
      'log.db-then-shm': Input/output error. The next command tries again.
        broken: restore
    74 not_synced
      The copy is restored, but a file of the replaced log could not be moved away:
      'log.db-then-shm': No space left on device. The next command tries again.
        full: restore
    74 not_synced
      The copy is restored, but a file of the replaced log could not be moved away:
      'log.db-then-shm': Read-only file system. The next command tries again.
        readOnly: restore
    74 not_synced
      The copy is restored, but a file of the replaced log could not be moved away:
      'log.db-wal': Input/output error. The next command tries again.
        broken: restore
    74 not_synced
      The copy is restored, but a file of the replaced log could not be moved away:
      'log.db-wal': Read-only file system. The next command tries again.
        readOnly: restore
    74 not_synced
      The copy is restored, but may not survive a power failure: the folder 'folder' could not
      be synced: Cannot allocate memory.
        noMemory: restore
    74 not_synced
      The copy is restored, but may not survive a power failure: the folder 'folder' could not
      be synced: Disk quota exceeded.
        overQuota: restore
    74 not_synced
      The copy is restored, but may not survive a power failure: the folder 'folder' could not
      be synced: Input/output error.
        broken: restore
    74 not_synced
      The copy is restored, but may not survive a power failure: the folder 'folder' could not
      be synced: No space left on device.
        full: restore
    74 not_synced
      The copy is restored, but may not survive a power failure: the folder 'folder' could not
      be synced: Permission denied.
        forbidden: restore
    74 not_synced
      The copy is restored, but may not survive a power failure: the folder 'folder' could not
      be synced: Too many open files in system.
        noFileTable: restore
    74 not_synced
      The copy is restored, but may not survive a power failure: the folder 'folder' could not
      be synced: Too many open files, see 'ulimit -n'.
        noDescriptor: restore
    74 not_synced
      The copy is saved, but may not survive a power failure: its folder 'folder' could not be
      synced: Cannot allocate memory.
        noMemory: backup
    74 not_synced
      The copy is saved, but may not survive a power failure: its folder 'folder' could not be
      synced: Disk quota exceeded.
        overQuota: backup
    74 not_synced
      The copy is saved, but may not survive a power failure: its folder 'folder' could not be
      synced: Input/output error.
        broken: backup
    74 not_synced
      The copy is saved, but may not survive a power failure: its folder 'folder' could not be
      synced: No space left on device.
        full: backup
    74 not_synced
      The copy is saved, but may not survive a power failure: its folder 'folder' could not be
      synced: Permission denied.
        forbidden: backup
    74 not_synced
      The copy is saved, but may not survive a power failure: its folder 'folder' could not be
      synced: Too many open files in system.
        noFileTable: backup
    74 not_synced
      The copy is saved, but may not survive a power failure: its folder 'folder' could not be
      synced: Too many open files, see 'ulimit -n'.
        noDescriptor: backup
    74 saved
      The events are imported, although the write reported an error. 'log.db' has reached the
      size limit for files, see 'ulimit -f'.
        tooLong: import: 4874
    74 saved
      The events are imported, although the write reported an error. 'log.db' is on a
      read-only file system.
        readOnly: import: 14
    74 saved
      The events are imported, although the write reported an error. 'log.db', or a file
      beside it, cannot be opened: Input/output error.
        broken: import: 14
    74 saved
      The events are imported, although the write reported an error. 'log.db', or a file
      beside it, cannot be opened: Too many open files in system.
        noFileTable: import: 14
    74 saved
      The events are imported, although the write reported an error. 'log.db', or a file
      beside it, cannot be opened: Too many open files, see 'ulimit -n'.
        noDescriptor: import: 14
    74 saved
      The events are imported, although the write reported an error. No permission for
      'log.db', or for a file beside it: Permission denied.
        forbidden: import: 14
    74 saved
      The events are imported, although the write reported an error. The disk of 'log.db'
      failed: Input/output error.
        broken: import: 1802 3338 3850 4874 5130 8458
    74 saved
      The events are imported, although the write reported an error. The disk of 'log.db' is
      full: make room, then try again.
        full: import: 14 4874
    74 saved
      The events are imported, although the write reported an error. The quota on the disk of
      'log.db' is used up: make room, then try again.
        overQuota: import: 14 4874
    74 saved
      The events are imported, although the write reported an error. There is not enough
      memory for 'log.db', or for a file beside it.
        noMemory: import: 14 4874
    74 too_many_files
      'copy.db', or a file beside it, cannot be opened: Too many open files in system.
        noFileTable: restore: 14
    74 too_many_files
      'copy.db', or a file beside it, cannot be opened: Too many open files, see 'ulimit -n'.
        noDescriptor: restore: 14
    74 too_many_files
      'log.db' cannot be created: folder: Too many open files in system.
        noFileTable: start: syncPath
    74 too_many_files
      'log.db' cannot be created: folder: Too many open files.
        noDescriptor: start: syncPath
    74 too_many_files
      'log.db' cannot be created: log.db-new-*: Too many open files in system.
        noFileTable: start import: makeFile open
    74 too_many_files
      'log.db' cannot be created: log.db-new-*: Too many open files.
        noDescriptor: start import: makeFile open
    74 too_many_files
      'log.db', or a file beside it, cannot be opened: Too many open files in system.
        noFileTable: start lap status check query export salvage backup restore rebuild: 14
    74 too_many_files
      'log.db', or a file beside it, cannot be opened: Too many open files, see 'ulimit -n'.
        noDescriptor: start lap status check query export salvage backup restore rebuild: 14
    74 too_many_files
      No copy was made. 'log.db-copy-new-*', or a file beside it, cannot be opened: Too many
      open files in system.
        noFileTable: backup: 14
    74 too_many_files
      No copy was made. 'log.db-copy-new-*', or a file beside it, cannot be opened: Too many
      open files, see 'ulimit -n'.
        noDescriptor: backup: 14
    74 too_many_files
      No copy was made: 'log.db-copy-new-*': Too many open files in system.
        noFileTable: backup
    74 too_many_files
      No copy was made: 'log.db-copy-new-*': Too many open files, see 'ulimit -n'.
        noDescriptor: backup
    74 too_many_files
      Nothing was restored. The log is unchanged. 'log.db-new-*', or a file beside it, cannot
      be opened: Too many open files in system.
        noFileTable: restore: 14
    74 too_many_files
      Nothing was restored. The log is unchanged. 'log.db-new-*', or a file beside it, cannot
      be opened: Too many open files, see 'ulimit -n'.
        noDescriptor: restore: 14
    74 too_many_files
      Nothing was restored: 'folder': Too many open files in system. The log is unchanged.
        noFileTable: restore
    74 too_many_files
      Nothing was restored: 'folder': Too many open files, see 'ulimit -n'. The log is
      unchanged.
        noDescriptor: restore
    74 too_many_files
      Nothing was restored: 'log.db-new-*': Too many open files in system. The log is
      unchanged.
        noFileTable: restore
    74 too_many_files
      Nothing was restored: 'log.db-new-*': Too many open files, see 'ulimit -n'. The log is
      unchanged.
        noDescriptor: restore
    74 unknown
      It is unknown whether the event is saved: see 'laptimer events'. The disk of 'log.db'
      failed: Input/output error.
        broken: start: 5130
        broken: start lap: 1034 778
    74 unknown
      It is unknown whether the event is saved: see 'laptimer events'. The disk of 'log.db' is
      full: make room, then try again.
        full: start lap: 1034
    74 unknown
      It is unknown whether the event is saved: see 'laptimer events'. The quota on the disk
      of 'log.db' is used up: make room, then try again.
        overQuota: start lap: 1034
    74 unknown
      It is unknown whether the events are imported; importing them again is safe. No
      permission for 'folder', or for a file beside it: Permission denied.
        forbidden: import: 10
    74 unknown
      It is unknown whether the events are imported; importing them again is safe. The disk of
      'folder' failed: Input/output error.
        broken: import: 10
    74 unknown
      It is unknown whether the events are imported; importing them again is safe. The disk of
      'folder' failed: Too many open files in system.
        noFileTable: import: 10
    74 unknown
      It is unknown whether the events are imported; importing them again is safe. The disk of
      'folder' failed: Too many open files, see 'ulimit -n'.
        noDescriptor: import: 10
    74 unknown
      It is unknown whether the events are imported; importing them again is safe. The disk of
      'folder' is full: make room, then try again.
        full: import: 10
    74 unknown
      It is unknown whether the events are imported; importing them again is safe. The quota
      on the disk of 'folder' is used up: make room, then try again.
        overQuota: import: 10
    74 unknown
      It is unknown whether the events are imported; importing them again is safe. There is
      not enough memory for 'folder', or for a file beside it.
        noMemory: import: 10
    74 unknown
      It is unknown whether the tables are rebuilt: rebuild them again. The disk of 'log.db'
      failed: Input/output error.
        broken: rebuild: 1034 778
    74 unknown
      It is unknown whether the tables are rebuilt: rebuild them again. The disk of 'log.db'
      is full: make room, then try again.
        full: rebuild: 1034
    74 unknown
      It is unknown whether the tables are rebuilt: rebuild them again. The quota on the disk
      of 'log.db' is used up: make room, then try again.
        overQuota: rebuild: 1034
    75 locked
      'log.db' is locked by another process. Nothing was written; try again.
        locked: restore
    75 locked
      Another process has locked the log, and did not unlock it in time. Nothing was written;
      try again.
        locked: start lap rebuild import: 5
    77 no_permission
      No copy was made. No permission for 'log.db-copy-new-*', or for a file beside it:
      Permission denied.
        forbidden: backup: 14
    77 no_permission
      No copy was made: 'log.db-copy-new-*': Permission denied.
        forbidden: backup
    77 no_permission
      No permission for 'copy.db'.
        forbidden: restore
    77 no_permission
      No permission for 'folder'.
        forbidden: start import
    77 no_permission
      No permission for 'log.db', or for a file beside it: Permission denied.
        forbidden: start lap status check query export salvage backup restore rebuild: 14
    77 no_permission
      No permission for 'log.db'.
        forbidden: start lap status check query export salvage backup rebuild
    77 no_permission
      Nothing was restored. The log is unchanged. No permission for 'log.db-new-*', or for a
      file beside it: Permission denied.
        forbidden: restore: 14
    77 no_permission
      Nothing was restored: 'folder': Permission denied. The log is unchanged.
        forbidden: restore
    77 no_permission
      Nothing was restored: 'log.db-new-*': Permission denied. The log is unchanged.
        forbidden: restore
    77 read_only
      'log.db' is on a read-only file system.
        readOnly: start import
        readOnly: start lap status check query export salvage backup restore rebuild: 14
    77 read_only
      No copy was made. 'log.db-copy-new-*' is on a read-only file system.
        readOnly: backup: 14 2570
    77 read_only
      No copy was made: 'log.db-copy': Read-only file system.
        readOnly: backup
    77 read_only
      No copy was made: 'log.db-copy-new-*': Read-only file system.
        readOnly: backup
    77 read_only
      Nothing was restored: 'log.db': Read-only file system. The log is unchanged.
        readOnly: restore
    77 read_only
      Nothing was restored: 'log.db-new-*': Read-only file system. The log is unchanged.
        readOnly: restore
    77 read_only
      Nothing was restored: 'log.db-then': Read-only file system. The log is unchanged.
        readOnly: restore
    77 read_only
      Nothing was restored: 'log.db-then-wal': Read-only file system. The log is unchanged.
        readOnly: restore
    """#
}

/// Has each command meet each failure of the disk, and keeps what it says.
private struct FailureWords {
  private let base: ScratchFolder
  private let disk: FaultyDisk
  private let before: Image
  private let export: [UInt8]
  private var runner = Runner()

  init() throws {
    base = try ScratchFolder.inMemory()
    disk = try FaultyDisk()
    let log = try Logbook(LogFile(base("log.db")), for: .appending)
    try runner.train(3, on: log)
    var export: [UInt8] = []
    try log.export { export += $0 }
    self.export = export
    try log.backUp(to: base("copy.db"))
    before = try Image(of: base.path)
  }

  /// What a user asks for.
  private enum Asked: String, CaseIterable {
    case start, lap, status, check, query, export, salvage, backup, restore, rebuild, `import`

    var access: Logbook.Access {
      switch self {
      case .start, .lap, .import: .appending
      case .rebuild: .rebuilding
      case .salvage: .salvaging
      case .status, .check, .query, .export, .backup, .restore: .reading
      }
    }

    var needsLog: Bool { self != .start && self != .import }

    var subcommand: Subcommand? {
      let name = self == .salvage ? "export" : self == .restore ? "backup" : rawValue
      return Laptimer.commands.first { $0.declaration.name == name }?.declaration
    }
  }

  /// All that is said: the exit code, the kind and the message; below it which trouble made which
  /// commands say so, with SQLite's code or the call behind it.
  var table: [String] {
    get throws {
      var commands: [Saying: [String: [String: [Asked]]]] = [:]
      func add(_ said: (Saying, source: String), _ cause: String, _ command: Asked) {
        commands[said.0, default: [:]][cause, default: [:]][said.source, default: []]
          .append(command)
      }
      for command in Asked.allCases {
        if let said = try saidOfLock(command).saying { add(said, "locked", command) }
        for kind in Trouble.Kind.allCases {
          for lasts in [false, true] {
            var number = 1
            while let said = try said(command, Trouble(kind, at: number, lasts: lasts)) {
              number += 1
              if let saying = said.saying { add(saying, "\(kind)", command) }
            }
          }
        }
      }
      return commands.sorted { $0.key < $1.key }.flatMap { saying, troubles in
        saying.lines
          + (Trouble.Kind.allCases.map { "\($0)" } + ["locked"]).flatMap { cause in
            let sources = Dictionary(grouping: troubles[cause] ?? [:]) { Self.text($0.value) }
            return sources.sorted { $0.key < $1.key }.map { commands, sources in
              let codes = sources.map(\.key).sorted().joined(separator: " ")
              return "    \(cause): \(commands)\(codes.isEmpty ? "" : ": \(codes)")"
            }
          }
      }
    }
  }

  private static func text(_ commands: [Asked]) -> String {
    let commands = Asked.allCases.filter(commands.contains)
    return commands == Asked.allCases ? "all" : commands.map(\.rawValue).joined(separator: " ")
  }

  /// What a user reads.
  private struct Saying: Hashable, Comparable {
    var code: Int32
    var kind: String
    var message: String

    /// The message in lines of at most 90 columns.
    var lines: [String] {
      var lines = ["\(code) \(kind)", " "]
      for word in message.split(separator: " ") {
        let line = (lines.popLast() ?? "") + " " + word
        if line.count > 90, let space = line.lastIndex(of: " ") {
          lines += [String(line[..<space]), "  \(word)"]
        } else {
          lines.append(line)
        }
      }
      return lines
    }

    static func < (one: Saying, other: Saying) -> Bool {
      (one.code, one.kind, one.message) < (other.code, other.kind, other.message)
    }
  }

  /// What came of a trouble: nothing, or a saying with what stands behind it.
  private struct Said {
    var saying: (Saying, source: String)?

    init() {}

    init(_ error: any Error, of asked: Asked, in folder: String) {
      let failure =
        asked == .restore ? Failure(restoring: error) : Failure(error, of: asked.subcommand)
      var message = failure.message.replacing(folder + "/", with: "")
        .replacing(folder, with: "folder")
        .replacing(#/-new[-\w]*/#, with: "-new-*")
      // SQLite's words, its code and the SQL; or the call of the system.
      let source = message.firstMatch(
        of: #/(?s) \((?:[^\[]*\[SQLITE_\w+ \((\d+)\)\].*|(\w+))\)\.$/#)
      if let range = source?.range { message.replaceSubrange(range, with: ".") }
      let saying = Saying(code: failure.exitCode, kind: failure.kind, message: message)
      self.saying = (saying, "\(source?.1 ?? source?.2 ?? "")")
    }
  }

  /// What is said of a trouble; nil if nothing is refused any more.
  private func said(_ asked: Asked, _ trouble: Trouble) throws -> Said? {
    let scratch = try ScratchFolder.inMemory()
    if asked.needsLog { try before.write(to: scratch.path, from: base.path) }
    defer { disk.trouble = nil }
    do {
      disk.trouble = trouble
      try ask(asked, disk.log(scratch("log.db")))
      return disk.trouble?.struck == nil ? nil : Said()
    } catch {
      guard disk.trouble?.struck != nil else { return nil }
      return Said(error, of: asked, in: scratch.path)
    }
  }

  /// What is said if another process keeps the writer's lock.
  private func saidOfLock(_ asked: Asked) throws -> Said {
    let scratch = try ScratchFolder.inMemory()
    try before.write(to: scratch.path, from: base.path)
    let other = try Connection(path: scratch("log.db"), flags: SQLITE_OPEN_READWRITE)
    try other.execute("BEGIN IMMEDIATE")
    defer { other.rollBack() }
    do {
      try ask(asked, disk.log(scratch("log.db")))
      return Said()
    } catch {
      return Said(error, of: asked, in: scratch.path)
    }
  }

  private func ask(_ asked: Asked, _ file: LogFile) throws {
    var place = file
    if asked == .restore { place.path = folder(of: file.path) + "/copy.db" }
    let log = try Logbook(place, for: asked.access)
    var runner = runner
    switch asked {
    case .start:
      _ = try log.append(runner.request(.start(.init(name: "new")), of: .new(also: true)))
    case .lap: _ = try log.append(runner.request(.lap(label: nil), of: .named("Tempo run")))
    case .status: _ = try log.session(1)
    case .check:
      let report = try log.check()
      guard report.isSound else { throw Unsound(finding: "\(report.findings)") }
    case .query:
      try log.sandbox(at: runner.machine.instant).run(
        "SELECT sum(length(data)) FROM events", columns: { _ in }, row: { _ in })
    case .export, .salvage: try log.export(salvaging: asked == .salvage) { _ in }
    case .backup: try log.backUp(to: file.path + "-copy")
    case .restore: _ = try log.restore(to: file, keepingAs: "then")
    case .rebuild: try log.rebuild()
    case .import:
      var pieces = [export]
      try log.importEvents { pieces.popLast() }
    }
  }

  private struct Unsound: Error { var finding: String }
}
