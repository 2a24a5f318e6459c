extension FailureMessageTests {
  /// The messages of all other kinds.
  static let others = #"""
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
      full: make room.
        full: import: 14 4874
    74 saved
      The events are imported, although the write reported an error. The quota on the disk of
      'log.db' is used up: make room.
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
      full: make room.
        full: start lap: 1034
    74 unknown
      It is unknown whether the event is saved: see 'laptimer events'. The quota on the disk
      of 'log.db' is used up: make room.
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
      'folder' is full: make room.
        full: import: 10
    74 unknown
      It is unknown whether the events are imported; importing them again is safe. The quota
      on the disk of 'folder' is used up: make room.
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
      is full: make room.
        full: rebuild: 1034
    74 unknown
      It is unknown whether the tables are rebuilt: rebuild them again. The quota on the disk
      of 'log.db' is used up: make room.
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
        readOnly: start: 14
        readOnly: start import
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
