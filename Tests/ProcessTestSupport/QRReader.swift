/// Reads QR codes with zbarimg of Debian's zbar-tools.
package enum QRReader {
  /// Returns the text of a code; true is a dark module.
  package static func text(of modules: [[Bool]], in folder: ScratchFolder) throws -> String {
    // A grey image (PGM), three dots a module.
    let rows = modules.flatMap { row in
      [[UInt8]](repeating: row.flatMap { [UInt8](repeating: $0 ? 0 : 255, count: 3) }, count: 3)
    }
    let size = "P5\n\(rows.first?.count ?? 0) \(rows.count)\n255\n"
    try writeFile(Array(size.utf8) + rows.joined(), to: folder("code.pgm"))
    let reader = try Child(
      ["zbarimg", "-q", "--raw", "-Sbinary", folder("code.pgm")], errors: .nothing)
    return String(decoding: reader.outputToEnd(), as: UTF8.self)
  }

  /// The modules of a code of half blocks, whose blocks are the light ones.
  package static func modules(ofBlocks lines: [Substring]) -> [[Bool]] {
    lines.flatMap { line in [line.map { !"█▀".contains($0) }, line.map { !"█▄".contains($0) }] }
  }
}
