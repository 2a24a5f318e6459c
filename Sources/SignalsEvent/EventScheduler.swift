import CEvent
import Glibc
import Signals

/// The scheduler of a libevent loop: alarms and readable files in one thread.
package final class EventScheduler {
  /// The loop.
  package let base: OpaquePointer

  /// Creates a loop; nil if the system has no file left.
  package init?() {
    guard let base = event_base_new() else { return nil }
    self.base = base
  }

  deinit { event_base_free(base) }
}
