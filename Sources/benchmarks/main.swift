// What the libraries cost beside the plain thing that does the same, a table a subject:
//   swift run -c release benchmarks

print(signalChains())
