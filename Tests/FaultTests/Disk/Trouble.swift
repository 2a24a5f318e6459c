import CFaultyDisk
import Glibc

/// Which call is refused, and how.
struct Trouble {
  enum Kind: CaseIterable {
    /// The disk cannot read or write: `EIO`.
    case broken

    /// There is no room: `ENOSPC`.
    case full

    /// The user has no room: `EDQUOT`, which SQLite takes for any failed write.
    case overQuota

    /// No more files may be opened: `EMFILE`.
    case noDescriptor

    /// The machine has no more files to open: `ENFILE`.
    case noFileTable

    /// The user may not open files: `EACCES`.
    case forbidden

    /// The file system is mounted to be read only: `EROFS`.
    case readOnly

    /// The machine has no memory: `ENOMEM`.
    case noMemory

    /// The file is as long as it may be: `EFBIG`.
    case tooLong

    /// The system's number.
    var number: Int32 {
      switch self {
      case .broken: EIO
      case .full: ENOSPC
      case .overQuota: EDQUOT
      case .noDescriptor: EMFILE
      case .noFileTable: ENFILE
      case .forbidden: EACCES
      case .readOnly: EROFS
      case .noMemory: ENOMEM
      case .tooLong: EFBIG
      }
    }
  }

  let kind: Kind

  /// The number of the first call that is refused, counted from 1 among those that can be.
  let first: Int

  /// Whether all later ones are refused as well.
  let lasts: Bool

  /// How much of a refused write is done all the same.
  var partOfWrites = 0.5

  /// The calls that might have been refused so far.
  private(set) var seen: [Call.Operation] = []

  /// Whether anything was refused.
  private(set) var struck: Call?

  /// The only calls that are refused, if not all.
  private let only: Call.Operation?

  init(_ kind: Kind, at first: Int, lasts: Bool, only: Call.Operation? = nil) {
    self.only = only
    self.kind = kind
    self.first = first
    self.lasts = lasts
  }

  /// Nothing more is refused.
  mutating func ends() { isOver = true }

  private var isOver = false

  private mutating func strikes(_ call: Call) -> Bool {
    guard !isOver, call.canFail, only == nil || only == call.operation, strikesAll(like: call)
    else {
      return false
    }
    seen.append(call.operation)
    guard seen.count == first || lasts && seen.count > first else { return false }
    if struck == nil { struck = call }
    return true
  }

  /// Whether such a call is refused at all.
  private func strikesAll(like call: Call) -> Bool {
    switch kind {
    case .broken: true
    case .full, .overQuota: call.needsRoom
    case .noDescriptor, .noFileTable, .forbidden: call.opens
    case .readOnly: call.makesOrRemoves
    case .noMemory: call.opens || call.operation == .shmMap
    case .tooLong: [.write, .truncate, .shmMap].contains(call.operation)
    }
  }

  /// SQLite's code for a refusal.
  mutating func answer(_ call: Call, _ done: inout Int64) -> Int32? {
    guard strikes(call) else { return nil }
    done = Int64(Double(call.count) * partOfWrites)
    return kind == .full ? call.codeOfNoRoom : call.codeOfFailure
  }

  /// The system's number for a refusal.
  mutating func number(_ call: Call) -> Int32? {
    guard strikes(call) else { return nil }
    return kind.number
  }
}

extension Call.Operation {
  /// Whether it is one of those that make files and folders durable round the database.
  var isOfFolders: Bool {
    switch self {
    case .makeFolder, .makeFile, .syncPath, .rename, .link: true
    default: false
    }
  }

  /// Whether it changes what is on the disk.
  var changes: Bool {
    switch self {
    case .write, .truncate, .sync, .delete, .makeFolder, .makeFile, .syncPath, .rename, .link,
      .remove:
      true
    default: false
    }
  }
}

extension Call {
  /// Whether a full disk may refuse it.
  fileprivate var needsRoom: Bool {
    switch operation {
    case .open: flags & SQLITE_OPEN_CREATE != 0
    case .write, .truncate, .sync, .shmMap, .makeFolder, .makeFile, .syncPath, .rename, .link: true
    default: false
    }
  }

  /// Whether it needs a descriptor.
  fileprivate var opens: Bool {
    switch operation {
    case .open, .makeFile, .syncPath: true
    default: false
    }
  }

  /// Whether it needs a file system that can be written to.
  ///
  /// SQLite opens a file of such a one for reading, so opening one that exists does not fail.
  fileprivate var makesOrRemoves: Bool {
    switch operation {
    case .open: flags & SQLITE_OPEN_CREATE != 0
    case .delete, .makeFolder, .makeFile, .rename, .link, .remove: true
    default: false
    }
  }

  fileprivate var codeOfNoRoom: Int32 {
    operation == .write ? SQLITE_FULL : codeOfFailure
  }

  fileprivate var codeOfFailure: Int32 {
    let detail: Int32 =
      switch operation {
      case .open: 0
      case .delete: 10
      case .access: 13
      // SQLITE_IOERR_CORRUPTFS, as unixRead in os_unix.c calls EIO.
      case .read: 33
      case .write: 3
      case .truncate: 6
      case .sync: 4
      case .size: 7
      case .lock: 15
      case .shmMap: 19
      case .shmLock: 20
      default: 0
      }
    // "SQLITE_CANTOPEN … unable to open" is what the usual file system answers there; the others
    // are SQLITE_IOERR_… (rescode.html).
    return operation == .open ? SQLITE_CANTOPEN : SQLITE_IOERR | detail << 8
  }
}
