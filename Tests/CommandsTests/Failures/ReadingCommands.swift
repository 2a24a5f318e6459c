/// Shell scripts with all commands that read a log.
enum ReadingCommands {
  /// Creates a log with sessions, a course and a race.
  static let sample = """
    mkdir copies && chmod 777 copies
    for time in 10 11; do
      laptimer start Golf --course golf --segments "Hole 1,Hole 2" --at 2026-01-02T$time:00:00Z
      laptimer lap --at 2026-01-02T$time:01:00Z
      laptimer lap --at 2026-01-02T$time:03:$time.5Z
    done > answers
    laptimer start Crit --race "2 laps" --at 2026-01-02T12:00:00Z > answers
    laptimer enter 17 "Ada Lovelace" > answers
    laptimer cross 17 --at 2026-01-02T12:01:00Z > answers
    laptimer cross 17 4 --at 2026-01-02T12:02:00Z > answers
    laptimer stop --at 2026-01-02T13:00:00Z > answers
    # The write-ahead file may be short by now, so these begin it again.
    laptimer undo > answers
    laptimer redo > answers
    """

  /// Runs all commands that read it, except those that go on.
  ///
  /// - Parameter file: the file for their output without ages.
  /// - Returns: the script.
  static func reads(_ file: String) -> String {
    """
    for command in status "status 1 --json" "show 2" "show 2 --json" "show 2 --at-event 2" \\
      list "list --json" events "events 3 --json" "replay 2 --speed max" "explain 1 --session 2" \\
      "compare 1 2" "best golf" stats standings "standings --json" "standings --points" results \\
      "query --schema" export check "man" "completions bash"
    do
      laptimer $command
      echo $?
    done 2>&1 | sed "s/[0-9]*[smhd] ago//" > \(file)
    laptimer query "SELECT * FROM laps ORDER BY 1, 2" >> \(file)
    laptimer backup copies/copy.db >> \(file); rm -f copies/copy.db
    """
  }
}
