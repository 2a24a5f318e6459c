extension FailureMessageTests {
  /// The messages of the kinds `cannot_open` and `disk_full`.
  static let diskFull = #"""
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
      '/tmp/laptimer-new-*/log.db' has reached the size limit for files, see 'ulimit -f'.
        tooLong: salvage: 4874
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
        tooLong: start lap restore rebuild: 4874
    74 disk_full
      'log.db' must be copied to be read, and could not be: /tmp/laptimer-new-*/log.db: Disk
      quota exceeded (makeFile). The file was not changed; set TMPDIR to a folder with enough
      space.
        overQuota: salvage
    74 disk_full
      'log.db' must be copied to be read, and could not be: /tmp/laptimer-new-*/log.db: No
      space left on device (makeFile). The file was not changed; set TMPDIR to a folder with
      enough space.
        full: salvage
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
        full: start: 14
        full: start lap restore rebuild: 4874
    74 disk_full
      The disk of 'log.db-new-*' is full: make room, then try again.
        full: start import: 1034 13
    74 disk_full
      The quota on the disk of 'log.db' is used up: make room, then try again.
        overQuota: start: 14
        overQuota: start lap restore rebuild: 4874
    74 disk_full
      The quota on the disk of 'log.db-new-*' is used up: make room, then try again.
        overQuota: start import: 1034 778
    """#
}
