extension FailureMessageTests {
  /// The messages of the kinds `input_output`, `no_memory` and `not_saved`.
  static let inputOutput = #"""
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
    """#
}
