extension FailureMessageTests {
  /// The messages of the kind `not_synced`.
  static let notSynced = #"""
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
    """#
}
