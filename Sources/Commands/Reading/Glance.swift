import EventLog
import Timing
import Text

/// What of a session can be told without its past, as of a now: all that `status` and `list` show,
/// and the head of what `show` does.
struct Glance {
  /// Its number in this log.
  let session: Int
  /// The identity of its first event.
  let uid: EventID
  /// The state that it is taken of.
  let summary: Summary
  /// The wall-clock time of now: ages count from it.
  let now: Moment
  /// What its clock does.
  let phase: Phase
  /// What its clock shows: negative in the countdown, zero in `ready`.
  let runningTime: Duration
  /// How well that is known.
  let clock: ClockQuality

  /// A session of the log, as of a reading of the clocks.
  init(_ entry: SessionEntry, at reading: Reading) {
    self.init(entry.number, entry.uid, entry.summary, at: reading)
  }

  /// A session as of a reading of the clocks.
  init(_ session: Int, _ uid: EventID, _ summary: Summary, at reading: Reading) {
    self.session = session
    self.uid = uid
    self.summary = summary
    now = reading.recordedAt
    phase = summary.phase(at: reading)
    runningTime = summary.runningTime(at: reading) ?? .zero
    clock = summary.quality(at: reading)
  }

  /// A session as of the moment of a snapshot.
  init(_ snapshot: Snapshot, _ session: Int, _ uid: EventID) {
    self.session = session
    self.uid = uid
    summary = snapshot.session.summary
    now = snapshot.at
    phase = snapshot.phase
    runningTime = snapshot.runningTime ?? .zero
    clock = snapshot.quality
  }

  /// Whether its start lies ahead; it may have been discarded since it was said.
  var startsLater: Bool { runningTime < .zero }

  /// The running time as people see it: whole seconds to go before the start.
  func shownTime(_ times: StopwatchLabel) -> String {
    startsLater ? CountdownLabel().text(of: runningTime) : times.text(of: runningTime)
  }

  /// How many laps count, in words.
  var header: String { SplitList.header(count: summary.lapCount) }

  /// How long ago something happened.
  func age(of moment: Moment) -> String { AgeLabel().text(of: now - moment) }
}
