// The scoreboard.
