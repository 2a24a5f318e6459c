import Foundation

/// A plain web server over a folder, Python's own.
package final class StaticFiles {
  package let port: Int
  private let child: Child

  package init(of folder: String) throws {
    port = try LoopbackSocket.freePort()
    child = try Child(
      ["python3", "-m", "http.server", "\(port)", "--bind", "127.0.0.1", "-d", folder],
      output: .nothing)
    let deadline = Date(timeIntervalSinceNow: Child.timeout)
    while true {
      do {
        _ = try LoopbackSocket(to: port)
        return
      } catch {
        guard Date() < deadline else { throw error }
        usleep(10_000)
      }
    }
  }
}
