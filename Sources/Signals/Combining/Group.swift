/// Signals that run side by side for one receiver, whose end comes with the last of theirs.
@usableFromInline
final class Group {
  @exclusivity(unchecked) private var running = 0
  private let end: () -> Void

  /// A group that calls `end` when all its members have ended.
  @usableFromInline
  init(end: @escaping () -> Void) {
    self.end = end
  }

  /// The lifetime of one more signal, within that of the receiver.
  @usableFromInline
  func join(_ lifetime: Lifetime) -> GroupMember {
    running += 1
    let member = GroupMember(of: self)
    lifetime.hold(member)
    return member
  }

  fileprivate func leave() {
    running -= 1
    if running == 0 { end() }
  }
}

/// The lifetime of one of several signals that run side by side.
@usableFromInline
final class GroupMember: Lifetime {
  private let group: Group

  fileprivate init(of group: Group) {
    self.group = group
    super.init()
  }

  /// Takes the end of the member's signal.
  @usableFromInline
  func finish() {
    end()
    group.leave()
  }
}
