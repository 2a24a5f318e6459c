import CSQLite
import Glibc

/// Where it was measured.
enum Machine {
  static var text: String {
    var names = utsname()
    uname(&names)
    func text(_ field: some Any) -> String {
      withUnsafeBytes(of: field) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    var load = 0.0
    getloadavg(&load, 1)
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return """
      \(text(names.machine)), \(processors) × \(processor), Linux \(text(names.release)), \
      SQLite \(String(cString: sqlite3_libversion())), load \(load.hundredths)
      """
  }

  private static var processor: String {
    guard let file = fopen("/proc/cpuinfo", "r") else { return "?" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      let row = textLine(line)
      if row.hasPrefix("model name"), let colon = row.firstIndex(of: ":") {
        return String(row[colon...].dropFirst(2).dropLast())
      }
    }
    return "?"
  }
}
