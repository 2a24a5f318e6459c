import CZlib

/// Compresses answers; those of the same state once.
final class Compression {
  private var known: [String: [UInt8]] = [:]
  private static let mostKnown = 64

  /// Returns bytes in the format of gzip; equal names mean equal bytes.
  func gzip(_ bytes: [UInt8], named name: String?) -> [UInt8] {
    guard let name else { return Self.gzip(bytes) }
    if let packed = known[name] { return packed }
    if known.count >= Self.mostKnown { known.removeAll() }
    let packed = Self.gzip(bytes)
    known[name] = packed
    return packed
  }

  /// Returns bytes in the format of gzip (RFC 1952).
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 16 more than the bits of the window stand for gzip's head (zlib.h).
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(
        &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, zlibVersion(), size) == Z_OK
    else { preconditionFailure("out of memory") }
    defer { deflateEnd(&stream) }
    let most = Int(deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    return [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      input.withUnsafeMutableBufferPointer { source in
        (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
        (stream.next_out, stream.avail_out) = (buffer.baseAddress, UInt32(most))
        let status = deflate(&stream, Z_FINISH)
        precondition(status == Z_STREAM_END, "deflateBound is enough")
      }
      count = Int(stream.total_out)
    }
  }
}
