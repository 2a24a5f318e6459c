import Glibc
import Timing

/// Reads an export from a stream of bytes, line by line, and believes none of it unseen.
///
/// Each event that it hands out is in the form in which exports are written, matches its digest,
/// and says what an event may say. That all of them are there is known when it has handed out the
/// last.
struct ImportReader {
  /// The line that was read last, from 1 on.
  private(set) var line = 0
  private var lines: Lines
  private let upcasting: Upcasting
  private let checksum = Checksum()
  private var count = 0
  private var isAtEnd = false
  private var encoded: [UInt8] = []
  private var likely = LikelyTexts()

  init(_ chunk: @escaping () throws -> [UInt8]?, _ upcasting: Upcasting) {
    lines = Lines(chunk)
    self.upcasting = upcasting
  }

  /// An event with what it stands for.
  struct Read {
    var exported: ExportedEvent
    var kind: Event.Kind
    var line: Int
  }

  /// The next event; nil after the last one, once all is known to be whole.
  mutating func next() throws -> Read? {
    if isAtEnd { return nil }
    line += 1
    guard try lines.advance() else { throw fault(lines.isTooLong ? .tooLong : .cutShort) }
    let read = try lines.withLine { line in try self.read(line) }
    if read == nil {
      isAtEnd = true
      guard try !lines.advance(), lines.isAtEnd else {
        line += 1
        throw fault(.behindTheEnd)
      }
    }
    return read
  }

  private mutating func read(_ text: UnsafeBufferPointer<UInt8>) throws -> Read? {
    var reader = JSONReader(text)
    let isClosing = text.count > 2 && text[2] == UInt8(ascii: "e")
    encoded.removeAll(keepingCapacity: true)
    do {
      if isClosing {
        let closing = try reader.closingLine()
        closing.write(to: &encoded)
        try checkForm(text)
        return try close(closing)
      }
      let event = try reader.exportedEvent(likely)
      likely.expect(event)
      event.write(to: &encoded)
      try checkForm(text)
      checksum.add(text)
      count += 1
      return try verified(event)
    } catch let error as JSONReader.Malformed {
      throw fault(.malformed(byte: error.offset + 1))
    }
  }

  private func checkForm(_ text: UnsafeBufferPointer<UInt8>) throws {
    let isSame = encoded.withUnsafeBytes { encoded in
      guard let ours = encoded.baseAddress, let theirs = text.baseAddress else { return false }
      return encoded.count == text.count && memcmp(ours, theirs, text.count) == 0
    }
    guard isSame else { throw fault(.notCanonical) }
  }

  private func close(_ closing: ClosingLine) throws -> Read? {
    guard closing.events == count else {
      throw fault(.wrongCount(said: closing.events, found: count))
    }
    guard closing.checksum == checksum.finish() else { throw fault(.wrongChecksum) }
    return nil
  }

  private func verified(_ event: ExportedEvent) throws -> Read {
    guard event.seal == event.digest else { throw fault(.wrongDigest) }
    if let reason = event.unsoundness { throw fault(.unsound(reason)) }
    let kind: Event.Kind?
    do {
      kind = try upcasting.kind(event.kind, version: event.kindVersion, data: event.data)
    } catch {
      throw fault(.unsound("the payload cannot be read"))
    }
    guard let kind else { throw fault(.unsound("the payload lacks what its kind needs")) }
    if let reason = kind.unsoundness { throw fault(.unsound(reason)) }
    return Read(exported: event, kind: kind, line: line)
  }

  private func fault(_ fault: ImportError.Fault) -> ImportError {
    ImportError(line: line, fault: fault)
  }
}
