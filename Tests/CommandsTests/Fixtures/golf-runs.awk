function at(ns) {
  return strftime("%Y-%m-%dT%H:%M:%S", start + int(ns / 1e9)) sprintf(".%09dZ", ns % 1e9)
}
function end() { if (run && laps < 18) print "stop --at " ended }
NR == 1 { next }
$1 != run {
  end(); run = $1; ended = $3; laps = ns = 0
  time = $2; gsub(/[-T:Z]/, " ", time); start = mktime(time)
  print "start 'Run " run "' --laps 18 --at " $2
}
$4 != "" { laps++; ns += $6; print "lap '" $5 "' --at " at(ns) }
END { end() }
