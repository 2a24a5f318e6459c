/// Limits requests: some at once, and one more after each pause.
struct RateLimit {
  let burst: Int
  let pause: Duration
  /// The time at which a client could send a burst again.
  private(set) var busyUntil: [String: Duration] = [:]

  /// Counts a request of a client; false if there were too many.
  mutating func admits(_ client: String, at now: Duration) -> Bool {
    let until = max(now, busyUntil[client] ?? now) + pause
    guard until - now <= pause * burst else { return false }
    // Clients whose burst is full again are forgotten.
    busyUntil = busyUntil.filter { $0.value > now }
    busyUntil[client] = until
    return true
  }
}
