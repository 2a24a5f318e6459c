import Host
import Logbook
import Text
package import Web

extension WebRefusal {
  /// Creates the refusal of a press, or of a whole request that the log cannot take now.
  ///
  /// The messages of the command line name commands, files and ids. A person with a pad can use none
  /// of them.
  package init(toPad error: any Error) {
    let failure = Failure(error)
    var message = Self.messages[failure.kind]
    switch error as? Rejection {
    case nil: message = "The laptop cannot save now. The pad keeps the press and sends it again."
    case .invalid(let reason): message = "The press is not valid: \(Harmless.text(reason))."
    default: break
    }
    self.init(
      503, Int(failure.exitCode), failure.kind, message ?? "The laptop did not accept the press.")
  }

  /// The messages of those refusals that a pad can cause, by their kinds.
  private static let messages = [
    "before_last_event": "The press was before the latest start, stop, resume or lap.",
    "before_start": "The press was before the start.",
    "counting_down": "The start is still to come.",
    "discarded": "The session was discarded.",
    "finished": "The session is finished.",
    "id_reused": "The laptop has another press with the same id.",
    "in_the_future": "The press is ahead of the laptop’s clock.",
    "needs_label": "A timestamp needs a label.",
    "no_race": "The session is not a race.",
    "no_such_crossing": "There is no such crossing.",
    "no_such_entry": "Nobody has this bib.",
    "no_such_event": "The press was not recorded, or was removed.",
    "not_removable": "This press cannot be removed.",
    "not_running": "The clock is not running.",
    "not_running_then": "The clock was not running then.",
    "other_device": "The session belongs to another device.",
    "times_point": "The session accepts only crossings and timestamps.",
  ]
}
