import Text

/// What the standing amendments and removals make of one lap.
struct Correction {
  /// Whether the lap was taken out.
  var isRemoved = false
  /// Where it was stated anew; nil while it lies where it arrived.
  private var stated: (place: Duration, at: Moment)?
  /// How far it was shifted from there.
  private var shift: Duration = .zero
  private var label: String?

  /// Where the lap lies now.
  func place(of entry: Session.Entry) -> Duration {
    (stated?.place ?? entry.arrival.place) + shift
  }

  /// Amends what is told of the lap.
  func apply(to lap: inout Summary.LapEntry) {
    lap.flags.insert(.amended)
    lap.label = label ?? lap.label
    if let stated {
      lap.at = stated.at
      lap.flags.insert(.stated)
    }
    lap.at = lap.at + shift
  }

  mutating func add(_ amendment: Event.Amendment, target: Duration?) {
    switch amendment {
    case .by(let span): shift += span
    case .at(let moment):
      guard let target else { return }
      stated = (target, moment)
      shift = .zero
    case .label(let text): label = text
    }
  }
}

extension Session {
  /// What the standing corrections make of each lap that has any, by the lap's event.
  ///
  /// One that names an event which had not arrived by then corrects nothing.
  func corrections(_ standing: [Bool]) -> [EventID: Correction] {
    var corrections: [EventID: Correction] = [:]
    var arrived: Set<EventID> = []
    for index in entries.indices {
      let event = entries[index].event
      switch event.kind {
      case .lapped: arrived.insert(event.id)
      case .amended(let lap, let amendment) where standing[index] && arrived.contains(lap):
        corrections[lap, default: Correction()].add(amendment, target: entries[index].target)
      case .removed(let lap) where standing[index] && arrived.contains(lap):
        corrections[lap, default: Correction()].isRemoved = true
      default: break
      }
    }
    return corrections
  }
}
