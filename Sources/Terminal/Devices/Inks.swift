import CCurses

/// How a terminal shows the inks: by colors if it may, else by weight.
struct Inks {
  private let pairs: [Ink: Int16]

  init(isColored: Bool) {
    guard isColored, has_colors(), start_color() == OK, use_default_colors() == OK else {
      pairs = [:]
      return
    }
    let colors: [(Ink, Int32)] = [
      (.good, COLOR_GREEN), (.waiting, COLOR_YELLOW), (.bad, COLOR_RED), (.bar, COLOR_CYAN),
    ]
    var pairs: [Ink: Int16] = [:]
    for (index, (ink, color)) in colors.enumerated() {
      let pair = Int16(index + 1)
      if init_pair(pair, Int16(color), -1) == OK { pairs[ink] = pair }
    }
    self.pairs = pairs
  }

  subscript(ink: Ink) -> (attributes: Int32, pair: Int16) {
    let pair = pairs[ink] ?? 0
    return switch ink {
    case .plain: (0, pair)
    case .strong: (Int32(CCURSES_BOLD), pair)
    case .faint: (Int32(CCURSES_DIM), pair)
    case .good, .bad: (Int32(CCURSES_BOLD), pair)
    case .waiting, .bar: (0, pair)
    case .field: (Int32(CCURSES_REVERSE), pair)
    }
  }
}
