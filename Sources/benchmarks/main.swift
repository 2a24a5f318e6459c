// What the libraries cost beside the plain thing that does the same, a table a subject:
//   swift run -c release benchmarks
// and what the live screen of a program that was built for release costs:
//   swift run -c release benchmarks watch .build/release/laptimer

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "watch" {
  print(try liveScreen(CommandLine.arguments[2]))
} else {
  print(signalChains())
}
