import Testing

/// The message of each command for each failure of the disk.
struct FailureMessageTests {
  @Test func `each failure of the disk has its message`() throws {
    let table = try FailureMessages().table.joined(separator: "\n")
    guard table != Self.table else { return }
    Issue.record("Some messages have changed.")
    print("The messages now:\n\(table)\nEnd of the messages.")
  }

  /// Each message, then its exit code and kind, the failures that cause it, and the operations, with
  /// the result codes of SQLite or the system calls.
  ///
  /// `REASON` is the text of the failure's `errno`.
  private static let table = #"""
    '/tmp/laptimer-new-*/log.db' has reached the size limit for files, see 'ulimit -f'.
        74 disk_full tooLong: salvage: 4874
    'copy.db', or a file beside it, cannot be opened: REASON, see 'ulimit -n'.
        74 too_many_files noDescriptor: restore: 14
    'copy.db', or a file beside it, cannot be opened: REASON.
        74 cannot_open broken: restore: 14
        74 too_many_files noFileTable: restore: 14
    'log.db' cannot be created: folder: REASON.
        74 disk_full full overQuota: start: syncPath
        74 input_output broken: start: syncPath
        74 no_memory noMemory: start: syncPath
        74 too_many_files noDescriptor noFileTable: start: syncPath
    'log.db' cannot be created: log.db-new-*: REASON.
        74 disk_full full overQuota: start import: makeFile
        74 input_output broken: start import: makeFile open
        74 no_memory noMemory: start import: makeFile open
        74 too_many_files noDescriptor noFileTable: start import: makeFile open
    'log.db' cannot be created: log.db: REASON.
        74 disk_full full overQuota: start import: rename
        74 input_output broken: start import: rename
    'log.db' has reached the size limit for files, see 'ulimit -f'.
        74 disk_full tooLong: start lap restore rebuild: 4874
    'log.db' is locked by another process. Nothing was written; try again.
        75 locked locked: restore
    'log.db' is on a read-only file system.
        77 read_only readOnly: start import
        77 read_only readOnly: start: 14
    'log.db' must be copied to be read, and could not be: /tmp/laptimer-new-*/log.db: REASON (makeFile). The file was not changed; set TMPDIR to a folder with enough space.
        74 disk_full full overQuota: salvage
    'log.db', or a file beside it, cannot be opened: REASON, see 'ulimit -n'.
        74 too_many_files noDescriptor: start lap status check query export salvage backup restore rebuild: 14
    'log.db', or a file beside it, cannot be opened: REASON.
        74 cannot_open broken: start lap status check query export salvage backup restore rebuild: 14
        74 too_many_files noFileTable: start lap status check query export salvage backup restore rebuild: 14
    'log.db-new-*' has reached the size limit for files, see 'ulimit -f'.
        74 disk_full tooLong: start import: 778
    Another process has locked the log, and did not unlock it in time. Nothing was written; try again.
        75 locked locked: start lap rebuild import: 5
    It is unknown whether the event is saved: see 'laptimer events'. The disk of 'log.db' failed: REASON.
        74 unknown broken: start lap: 1034 778
        74 unknown broken: start: 5130
    It is unknown whether the event is saved: see 'laptimer events'. The disk of 'log.db' is full: make room.
        74 unknown full: start lap: 1034
    It is unknown whether the event is saved: see 'laptimer events'. The quota on the disk of 'log.db' is used up: make room.
        74 unknown overQuota: start lap: 1034
    It is unknown whether the events are imported; importing them again is safe. No permission for 'folder', or for a file beside it: REASON.
        74 unknown forbidden: import: 10
    It is unknown whether the events are imported; importing them again is safe. The disk of 'folder' failed: REASON, see 'ulimit -n'.
        74 unknown noDescriptor: import: 10
    It is unknown whether the events are imported; importing them again is safe. The disk of 'folder' failed: REASON.
        74 unknown broken noFileTable: import: 10
    It is unknown whether the events are imported; importing them again is safe. The disk of 'folder' is full: make room.
        74 unknown full: import: 10
    It is unknown whether the events are imported; importing them again is safe. The quota on the disk of 'folder' is used up: make room.
        74 unknown overQuota: import: 10
    It is unknown whether the events are imported; importing them again is safe. There is not enough memory for 'folder', or for a file beside it.
        74 unknown noMemory: import: 10
    It is unknown whether the tables are rebuilt: rebuild them again. The disk of 'log.db' failed: REASON.
        74 not_saved broken: rebuild: 1034 778
    It is unknown whether the tables are rebuilt: rebuild them again. The disk of 'log.db' is full: make room, then try again.
        74 not_saved full: rebuild: 1034
    It is unknown whether the tables are rebuilt: rebuild them again. The quota on the disk of 'log.db' is used up: make room, then try again.
        74 not_saved overQuota: rebuild: 1034
    No copy was made. 'log.db-copy-new-*' has reached the size limit for files, see 'ulimit -f'.
        74 disk_full tooLong: backup: 4874 778
    No copy was made. 'log.db-copy-new-*' is on a read-only file system.
        77 read_only readOnly: backup: 14 2570
    No copy was made. 'log.db-copy-new-*', or a file beside it, cannot be opened: REASON, see 'ulimit -n'.
        74 too_many_files noDescriptor: backup: 14
    No copy was made. 'log.db-copy-new-*', or a file beside it, cannot be opened: REASON.
        74 cannot_open broken: backup: 14
        74 too_many_files noFileTable: backup: 14
    No copy was made. No permission for 'log.db-copy-new-*', or for a file beside it: REASON.
        77 no_permission forbidden: backup: 14
    No copy was made. The disk of 'log.db' failed.
        74 input_output broken: backup: 8458
    No copy was made. The disk of 'log.db' failed: REASON.
        74 input_output broken: backup: 5130 8458
    No copy was made. The disk of 'log.db-copy-new-*' failed: REASON.
        74 input_output broken: backup: 1802 3338 3850 4874 5130 778 8458
    No copy was made. The disk of 'log.db-copy-new-*' is full: make room, then try again.
        74 disk_full full: backup: 13 14 4874
    No copy was made. The quota on the disk of 'log.db-copy-new-*' is used up: make room, then try again.
        74 disk_full overQuota: backup: 14 4874 778
    No copy was made. There is not enough memory for 'log.db-copy-new-*', or for a file beside it.
        74 no_memory noMemory: backup: 14 4874
    No copy was made: 'log.db-copy': REASON.
        74 disk_full full overQuota: backup
        74 input_output broken: backup
        77 read_only readOnly: backup
    No copy was made: 'log.db-copy-new-*': REASON, see 'ulimit -n'.
        74 too_many_files noDescriptor: backup
    No copy was made: 'log.db-copy-new-*': REASON.
        74 disk_full full overQuota: backup
        74 input_output broken: backup
        74 no_memory noMemory: backup
        74 too_many_files noFileTable: backup
        77 no_permission forbidden: backup
        77 read_only readOnly: backup
    No permission for 'copy.db'.
        77 no_permission forbidden: restore
    No permission for 'folder'.
        77 no_permission forbidden: start import
    No permission for 'log.db', or for a file beside it: REASON.
        77 no_permission forbidden: start lap status check query export salvage backup restore rebuild: 14
    No permission for 'log.db'.
        77 no_permission forbidden: start lap status check query export salvage backup rebuild
    Nothing was imported. 'log.db-new-*' has reached the size limit for files, see 'ulimit -f'.
        74 not_saved tooLong: import: 778
    Nothing was imported. The disk of 'log.db-new-*' failed: REASON.
        74 not_saved broken: import: 1034 3850 778
    Nothing was imported. The disk of 'log.db-new-*' is full: make room, then try again.
        74 not_saved full: import: 1034 13
    Nothing was imported. The quota on the disk of 'log.db-new-*' is used up: make room, then try again.
        74 not_saved overQuota: import: 1034 778
    Nothing was restored. The log is unchanged. 'log.db-new-*' has reached the size limit for files, see 'ulimit -f'.
        74 disk_full tooLong: restore: 778
    Nothing was restored. The log is unchanged. 'log.db-new-*', or a file beside it, cannot be opened: REASON, see 'ulimit -n'.
        74 too_many_files noDescriptor: restore: 14
    Nothing was restored. The log is unchanged. 'log.db-new-*', or a file beside it, cannot be opened: REASON.
        74 cannot_open broken: restore: 14
        74 too_many_files noFileTable: restore: 14
    Nothing was restored. The log is unchanged. No permission for 'log.db-new-*', or for a file beside it: REASON.
        77 no_permission forbidden: restore: 14
    Nothing was restored. The log is unchanged. The disk of 'copy.db' failed.
        74 input_output broken: restore: 8458
    Nothing was restored. The log is unchanged. The disk of 'copy.db' failed: REASON.
        74 input_output broken: restore: 1802 3338 3850 8458
    Nothing was restored. The log is unchanged. The disk of 'log.db-new-*' failed: REASON.
        74 input_output broken: restore: 1802 3338 3850 778 8458
    Nothing was restored. The log is unchanged. The disk of 'log.db-new-*' is full: make room, then try again.
        74 disk_full full: restore: 13
    Nothing was restored. The log is unchanged. The quota on the disk of 'log.db-new-*' is used up: make room, then try again.
        74 disk_full overQuota: restore: 778
    Nothing was restored. The log is unchanged. There is not enough memory for 'log.db-new-*', or for a file beside it.
        74 no_memory noMemory: restore: 14
    Nothing was restored: 'folder': REASON, see 'ulimit -n'. The log is unchanged.
        74 too_many_files noDescriptor: restore
    Nothing was restored: 'folder': REASON. The log is unchanged.
        74 disk_full full overQuota: restore
        74 input_output broken: restore
        74 no_memory noMemory: restore
        74 too_many_files noFileTable: restore
        77 no_permission forbidden: restore
    Nothing was restored: 'log.db': REASON. The log is unchanged.
        74 disk_full full overQuota: restore
        74 input_output broken: restore
        77 read_only readOnly: restore
    Nothing was restored: 'log.db-new-*': REASON, see 'ulimit -n'. The log is unchanged.
        74 too_many_files noDescriptor: restore
    Nothing was restored: 'log.db-new-*': REASON. The log is unchanged.
        74 disk_full full overQuota: restore
        74 input_output broken: restore
        74 no_memory noMemory: restore
        74 too_many_files noFileTable: restore
        77 no_permission forbidden: restore
        77 read_only readOnly: restore
    Nothing was restored: 'log.db-then': REASON. The log is unchanged.
        74 disk_full full overQuota: restore
        74 input_output broken: restore
        77 read_only readOnly: restore
    Nothing was restored: 'log.db-then-wal': REASON. The log is unchanged.
        74 disk_full full overQuota: restore
        74 input_output broken: restore
        77 read_only readOnly: restore
    The copy is restored, but a file of the replaced log could not be moved away: 'log.db-journal': REASON. The next command tries again.
        74 not_synced broken readOnly: restore
    The copy is restored, but a file of the replaced log could not be moved away: 'log.db-then-shm': REASON. The next command tries again.
        74 not_synced broken full overQuota readOnly: restore
    The copy is restored, but a file of the replaced log could not be moved away: 'log.db-wal': REASON. The next command tries again.
        74 not_synced broken readOnly: restore
    The copy is restored, but may not survive a power failure: the folder 'folder' could not be synced: REASON, see 'ulimit -n'.
        74 not_synced noDescriptor: restore
    The copy is restored, but may not survive a power failure: the folder 'folder' could not be synced: REASON.
        74 not_synced broken forbidden full noFileTable noMemory overQuota: restore
    The copy is saved, but may not survive a power failure: its folder 'folder' could not be synced: REASON, see 'ulimit -n'.
        74 not_synced noDescriptor: backup
    The copy is saved, but may not survive a power failure: its folder 'folder' could not be synced: REASON.
        74 not_synced broken forbidden full noFileTable noMemory overQuota: backup
    The disk of 'copy.db' failed: REASON.
        74 input_output broken: restore: 1802 3338 3850 8458
    The disk of 'log.db' failed: REASON.
        74 input_output broken: start lap status check query export salvage backup restore rebuild: 1802 3338 3850 4874 5130 8458
    The disk of 'log.db' is full: make room, then try again.
        74 disk_full full: start lap restore rebuild: 4874
        74 disk_full full: start: 14
    The disk of 'log.db-new-*' failed: REASON.
        74 input_output broken: start import: 1034 1802 3338 3850 778 8458
    The disk of 'log.db-new-*' is full: make room, then try again.
        74 disk_full full: start import: 1034 13
    The event is not saved. 'log.db' has reached the size limit for files, see 'ulimit -f'.
        74 not_saved tooLong: start lap: 778
    The event is not saved. The disk of 'log.db' failed: REASON.
        74 not_saved broken: start lap: 1034 778
        74 not_saved broken: start: 5130
    The event is not saved. The disk of 'log.db' is full: make room, then try again.
        74 not_saved full: start lap: 1034 13
    The event is not saved. The quota on the disk of 'log.db' is used up: make room, then try again.
        74 not_saved overQuota: start lap: 1034 778
    The events are imported, although the write reported an error. 'log.db' has reached the size limit for files, see 'ulimit -f'.
        74 saved tooLong: import: 4874
    The events are imported, although the write reported an error. 'log.db' is on a read-only file system.
        74 saved readOnly: import: 14
    The events are imported, although the write reported an error. 'log.db', or a file beside it, cannot be opened: REASON, see 'ulimit -n'.
        74 saved noDescriptor: import: 14
    The events are imported, although the write reported an error. 'log.db', or a file beside it, cannot be opened: REASON.
        74 saved broken noFileTable: import: 14
    The events are imported, although the write reported an error. No permission for 'log.db', or for a file beside it: REASON.
        74 saved forbidden: import: 14
    The events are imported, although the write reported an error. The disk of 'log.db' failed: REASON.
        74 saved broken: import: 1802 3338 3850 4874 5130 8458
    The events are imported, although the write reported an error. The disk of 'log.db' is full: make room.
        74 saved full: import: 14 4874
    The events are imported, although the write reported an error. The quota on the disk of 'log.db' is used up: make room.
        74 saved overQuota: import: 14 4874
    The events are imported, although the write reported an error. There is not enough memory for 'log.db', or for a file beside it.
        74 saved noMemory: import: 14 4874
    The quota on the disk of 'log.db' is used up: make room, then try again.
        74 disk_full overQuota: start lap restore rebuild: 4874
        74 disk_full overQuota: start: 14
    The quota on the disk of 'log.db-new-*' is used up: make room, then try again.
        74 disk_full overQuota: start import: 1034 778
    The tables are unchanged. 'log.db' has reached the size limit for files, see 'ulimit -f'.
        74 not_saved tooLong: rebuild: 778
    The tables are unchanged. The disk of 'log.db' is full: make room, then try again.
        74 not_saved full: rebuild: 13
    The tables are unchanged. The quota on the disk of 'log.db' is used up: make room, then try again.
        74 not_saved overQuota: rebuild: 778
    There is not enough memory for 'copy.db', or for a file beside it.
        74 no_memory noMemory: restore: 14
    There is not enough memory for 'log.db', or for a file beside it.
        74 no_memory noMemory: start lap status check query export salvage backup restore rebuild: 14 4874
    """#
}
