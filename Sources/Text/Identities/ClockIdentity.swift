/// Which clock ticks were read from: one boot of one device, in one time namespace.
public struct ClockIdentity: Hashable, Sendable {
  /// The kernel's random id of the boot.
  public var bootID: String
  /// The machine, by an id of its own that is kept outside the log.
  public var device: String
  /// How far CLOCK_BOOTTIME of the time namespace is ahead of the machine's, in nanoseconds.
  public var offset: Int64

  /// Names a clock.
  public init(bootID: String, device: String, offset: Int64 = 0) {
    self.bootID = bootID
    self.device = device
    self.offset = offset
  }
}

/// One boot of one device, in one time namespace, by its number in this log.
public struct ClockID: RawRepresentable, Hashable, Sendable {
  /// The number that the log gave it.
  public var rawValue: Int64

  /// Makes the clock of this number.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }
}
