package import Racing
package import Text
import EventLog
import Timing

extension PlacesChanged {
  /// The largest number of changes in an object.
  private static let mostChanges = 100

  /// The derived event of a session; it has no position and no id.
  package func object(_ uid: EventID) -> JSONFields {
    [
      "derived": "places_changed", "session": cause.session, "uid": uid, "cause": cause.event.id,
      "count": changes.count, "changes": Array(changes.prefix(Self.mostChanges)),
    ]
  }
}

extension PlaceChange: JSONObject {
  package var object: JSONFields { ["bib": bib, "name": name, "from": from, "to": to] }
}
