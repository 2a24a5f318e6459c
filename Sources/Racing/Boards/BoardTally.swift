/// The numbers of runners with each status and flag.
struct BoardTally: Sendable {
  private var count = 0
  private var statuses: [Board.Status: Int] = [:]
  private var flags = [Int](repeating: 0, count: RaceFlags.RawValue.bitWidth)

  init(_ groups: [Board.Group]) {
    for group in groups {
      for row in group.rows.results { add(row) }
    }
  }

  mutating func add(_ row: Board.Row) { change(row, by: 1) }

  mutating func remove(_ row: Board.Row) { change(row, by: -1) }

  private mutating func change(_ row: Board.Row, by step: Int) {
    count += step
    statuses[row.status, default: 0] += step
    var rest = row.result.flags.rawValue
    while rest != 0 {
      flags[rest.trailingZeroBitCount] += step
      rest &= rest - 1
    }
  }

  /// The number of runners with a status.
  subscript(status: Board.Status) -> Int { statuses[status] ?? 0 }

  /// The status of all runners; nil if they differ, and for a single one.
  var commonStatus: Board.Status? {
    count > 1 ? statuses.first { $0.value == count }?.key : nil
  }

  /// The flags that all of several runners have.
  var commonFlags: RaceFlags {
    guard count > 1 else { return [] }
    let bits = flags.indices.lazy.filter { flags[$0] == count }
    return RaceFlags(rawValue: bits.reduce(0) { $0 | 1 << RaceFlags.RawValue($1) })
  }
}
