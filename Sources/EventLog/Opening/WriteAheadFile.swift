import Glibc
import SQLite

/// The write-ahead file beside a database, read without SQLite.
///
/// The format is that of fileformat2.html, "The Write-Ahead Log". SQLite takes no lock on this
/// file, so that it may be opened and closed beside a connection.
struct WriteAheadFile: ~Copyable {
  /// A page as written by a transaction.
  struct Frame {
    let page: Int
    /// The size of the database in pages after the transaction, in its last frame; 0 in all others.
    let pagesAfterCommit: Int
    /// The bytes of the page.
    let content: ArraySlice<UInt8>
  }

  static let headerSize = Connection.writeAheadHeaderSize
  static let frameHeaderSize = 24

  let path: String
  private let descriptor: Int32
  private let header: [UInt8]

  /// Opens the file; nil if there is none, or if SQLite would read nothing from it.
  init?(_ path: String) {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    var header = [UInt8](repeating: 0, count: Self.headerSize)
    guard FileStatus(of: file)?.isFile == true,
      pread(file, &header, header.count, 0) == header.count, Identity(header) != nil
    else {
      close(file)
      return nil
    }
    self.path = path
    self.header = header
    descriptor = file
  }

  deinit { close(descriptor) }

  /// The header of a round of a write-ahead file, which has random numbers of its own.
  struct Identity: Equatable {
    private let header: [UInt8]

    /// Creates the identity from the first bytes of a file; nil if SQLite reads nothing from it.
    init?(_ header: [UInt8]) {
      guard header.count == WriteAheadFile.headerSize, header[0] == 0x37, header[1] == 0x7f,
        header[2] == 0x06,
        header[3] & 0xfe == 0x82
      else { return nil }
      self.header = header
    }
  }

  /// The identity of this round of the file.
  var identity: Identity? { Identity(header) }

  /// The size of the pages in it.
  var pageSize: Int { header.number(at: 8) }

  /// Whether the file is still at its path and was not restarted.
  ///
  /// Then everything read since the opening belongs to one round of the file.
  var isUnchanged: Bool {
    var now = [UInt8](repeating: 0, count: Self.headerSize)
    return pread(descriptor, &now, now.count, 0) == now.count && now == header
      && isSameFile(descriptor, path)
  }

  /// Returns the frames of the first transaction, unless it is longer than `limit` frames.
  ///
  /// Checksums are not verified.
  func firstTransaction(atMost limit: Int) -> [Frame] {
    var frames: [Frame] = []
    for index in 0..<limit {
      guard let frame = bytes(ofFrame: index).flatMap({ frame($0[...]) }) else { return [] }
      frames.append(frame)
      if frame.pagesAfterCommit > 0 { return frames }
    }
    return []
  }

  /// Reads all complete transactions like SQLite: up to the first frame with a wrong checksum or
  /// salt.
  ///
  /// - Parameter body: called with the frames of each.
  func forEachTransaction(_ body: ([Frame]) -> Void) {
    var sum = Checksum(isBigEndian: header[3] & 1 == 1)
    sum.add(header[..<24])
    guard sum.matches(header[24..<32]), pageSize > 511 else { return }
    var frames: [Frame] = []
    var index = 0
    while let bytes = bytes(ofFrame: index), let frame = frame(bytes[...]) {
      sum.add(bytes[..<8])
      sum.add(bytes[Self.frameHeaderSize...])
      guard sum.matches(bytes[16..<24]) else { return }
      frames.append(frame)
      if frame.pagesAfterCommit > 0 {
        body(frames)
        frames = []
      }
      index += 1
    }
  }

  /// Reads the bytes of a frame, its header first; nil beyond the last complete frame.
  private func bytes(ofFrame index: Int) -> [UInt8]? {
    let length = Self.frameHeaderSize + pageSize
    let offset = off_t(Self.headerSize + index * length)
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, length, offset))
    }
    return bytes.count == length ? bytes : nil
  }

  /// Returns a frame of this round of the file; nil for a frame of an earlier round, or for other
  /// bytes.
  private func frame(_ bytes: ArraySlice<UInt8>) -> Frame? {
    let start = bytes.startIndex
    guard bytes[start + 8..<start + 16].elementsEqual(header[16..<24]) else { return nil }
    let page = bytes.number(at: 0)
    guard page > 0 else { return nil }
    return Frame(
      page: page, pagesAfterCommit: bytes.number(at: 4),
      content: bytes[(start + Self.frameHeaderSize)...])
  }

  /// "The checksum is computed by interpreting the input as an even number of unsigned 32-bit
  /// integers" ("Checksum Algorithm").
  private struct Checksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
      bytes.withUnsafeBytes { bytes in
        for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
          first &+= word(bytes, offset) &+ second
          second &+= word(bytes, offset + 4) &+ first
        }
      }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
      bytes.number(at: 0) == Int(first) && bytes.number(at: 4) == Int(second)
    }
  }
}
