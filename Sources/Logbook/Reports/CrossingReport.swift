import Racing
package import Text
package import Timing

extension RaceEvent.Crossing {
  /// The crossing and its runner as the race has them; `stored` is nil if the race is not in the log.
  package func object(_ stored: StoredCrossing?, isProvisional: Bool = false) -> JSONFields {
    guard let stored else { return ["bib": bib, "chip": chip, "point": point] }
    return [
      "bib": stored.bib, "chip": chip, "point": stored.point ?? point, "name": stored.name,
      "entered": stored.isEntered, "number": stored.number, "split_ns": stored.split,
      "lap_ns": stored.lap, "flags": stored.flags.names, "end": stored.end?.rawValue,
      "provisional": IfAny(isProvisional ? true : nil),
    ]
  }
}
