// swift-tools-version: 6.2
import PackageDescription

/// The compiler's stricter rules, for every target of the package.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// `Tests/FuzzTests`: an executable for libFuzzer if `FUZZING` is set, as in `.ci/fuzz`; otherwise
/// tests that run the seeds.
let fuzzing: Target = {
  let path = "Tests/FuzzTests"
  let dependencies: [Target.Dependency] = [
    "Arguments", "Commands", "EventLog", "Failures", "Host", "Logbook", "Racing", "SQLite", "Text",
    "Timing", "Web",
  ]
  return Context.environment["FUZZING"] == nil
    ? .testTarget(
      name: "FuzzTests", dependencies: dependencies, path: path,
      exclude: ["LibFuzzer.swift", "Seeds"], swiftSettings: strict)
    : .executableTarget(
      name: "fuzzing", dependencies: dependencies, path: path,
      exclude: ["SeedTests.swift", "Seeds"], swiftSettings: strict)
}()

let package = Package(
  name: "laptimer",
  products: [
    .library(name: "Signals", targets: ["Signals", "SignalsDispatch"]),
    .library(name: "Timing", targets: ["Text", "Timing"]),
    .library(name: "Racing", targets: ["Text", "Timing", "Racing"]),
    .library(name: "EventLog", targets: ["EventLog", "Logbook"]),
    .executable(name: "laptimer", targets: ["laptimer"]),
  ],
  targets: [
    // Signals, Timing, EventLog and Arguments do not depend on one another; only Commands depends on
    // all of them.
    .target(name: "Signals", swiftSettings: strict),
    // A module of its own: a program that links Dispatch pays for its start in every process.
    .target(name: "SignalsDispatch", dependencies: ["Signals"], swiftSettings: strict),
    .target(name: "SignalsPoll", dependencies: ["CLinux", "Signals"], swiftSettings: strict),
    .target(name: "Text", swiftSettings: strict),
    .target(name: "Timing", dependencies: ["Text"], swiftSettings: strict),
    .target(name: "Racing", dependencies: ["Text", "Timing"], swiftSettings: strict),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(
      name: "SQLite", dependencies: ["CLinux", "CSQLite"], swiftSettings: strict),
    .target(
      name: "EventLog", dependencies: ["CLinux", "CSQLite", "CSodium", "SQLite", "Text"],
      resources: [.embedInCode("../../migrations/0001_log.sql")], swiftSettings: strict),
    .target(
      name: "Logbook", dependencies: ["EventLog", "Racing", "SQLite", "Text", "Timing"],
      resources: [
        .embedInCode("../../migrations/tables/sessions.sql"),
        .embedInCode("../../migrations/tables/races.sql"),
      ],
      swiftSettings: strict),
    .target(name: "Arguments", dependencies: ["Text"], swiftSettings: strict),
    .target(name: "CArguments"),
    .target(
      name: "Host", dependencies: ["CArguments", "CLinux", "CSodium", "Text"],
      swiftSettings: strict),
    .target(
      name: "Live",
      dependencies: ["EventLog", "Logbook", "Racing", "Signals", "Text", "Timing"],
      swiftSettings: strict),
    .systemLibrary(name: "CEvent", pkgConfig: "libevent", providers: [.apt(["libevent-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CQRCode", pkgConfig: "qrcodegen", providers: [.apt(["libqrcodegen-dev"])]),
    .target(
      name: "SignalsEvent", dependencies: ["CEvent", "Signals", "SignalsPoll"],
      swiftSettings: strict),
    .target(
      name: "Web",
      dependencies: [
        "CEvent", "CLinux", "CSodium", "CZlib", "EventLog", "Host", "Live", "Logbook", "Racing",
        "SQLite", "Signals", "SignalsEvent", "Text", "Timing",
      ],
      resources: [
        "board.css", "board.js", "charts.js", "labels.js", "pad.js", "sha256.js", "stream.js",
        "views.js",
      ].map { .embedInCode("Assets/\($0)") },
      swiftSettings: strict),
    .systemLibrary(name: "CCurses", providers: [.apt(["libncurses-dev"])]),
    .target(
      name: "Terminal",
      dependencies: [
        "CCurses", "Live", "Logbook", "Racing", "Signals", "SignalsPoll", "Text", "Timing",
      ],
      swiftSettings: strict),
    // Errors in English and their exit codes, for both programs.
    .target(
      name: "Failures",
      dependencies: ["Arguments", "EventLog", "Host", "Logbook", "SQLite", "Text", "Timing"],
      swiftSettings: strict),
    .target(
      name: "Commands",
      dependencies: [
        "Arguments", "CLinux", "CQRCode", "EventLog", "Failures", "Host", "Live", "Logbook",
        "Racing", "SQLite", "Signals", "SignalsEvent", "SignalsPoll", "Terminal", "Text", "Timing",
        "Web",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "laptimer", dependencies: ["Commands", "Host"], swiftSettings: strict),
    .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(name: "Sync", dependencies: ["Text"], swiftSettings: strict),
    .executableTarget(
      name: "laptimer-sync",
      dependencies: [
        "Arguments", "CPQ", "EventLog", "Failures", "Host", "Logbook", "SQLite", "Sync", "Text",
        "Timing",
      ],
      resources: [.embedInCode("../../migrations/hub/0001_hub.sql")], swiftSettings: strict),
    // Programs in C that the benchmarks compare laptimer with; laptimer does not use it.
    .target(
      name: "CBaseline", dependencies: ["CEvent", "CSQLite", "CSodium"],
      linkerSettings: [
        .linkedLibrary("event"), .linkedLibrary("sqlite3"), .linkedLibrary("sodium"),
        .linkedLibrary("m"),
      ]),
    .executableTarget(name: "baseline", dependencies: ["CBaseline"]),
    // Calls the functions of the hub by libpq alone; `benchmarks hub` runs it.
    .executableTarget(name: "hub-baseline", dependencies: ["CPQ"]),
    // Counts allocations by replacing malloc.
    .target(name: "CAllocations"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CAllocations", "CBaseline", "Commands", "CSQLite", "EventLog", "Host", "HubTestSupport",
        "Live", "Logbook", "ProcessTestSupport", "Racing", "Signals", "SignalsEvent", "Terminal",
        "Text", "Timing", "Web",
      ],
      swiftSettings: strict),

    .testTarget(
      name: "SignalsTests",
      dependencies: [
        "CLinux", "ProcessTestSupport", "Signals", "SignalsDispatch", "SignalsEvent",
        "SignalsPoll", "Text", "Timing", "TimingTestSupport",
      ],
      swiftSettings: strict),
    .target(name: "CSpawn", path: "Tests/CSpawn"),
    .target(
      name: "ProcessTestSupport", dependencies: ["CSpawn"], path: "Tests/ProcessTestSupport",
      swiftSettings: strict),
    .target(
      name: "HubTestSupport", dependencies: ["ProcessTestSupport"], path: "Tests/HubTestSupport",
      swiftSettings: strict),
    .target(
      name: "TimingTestSupport", dependencies: ["Text", "Timing"], path: "Tests/TimingTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "TimingTests", dependencies: ["Text", "Timing", "TimingTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "RacingTests", dependencies: ["Racing", "Text", "Timing", "TimingTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "EventLogTests",
      dependencies: [
        "CSQLite", "EventLog", "Logbook", "Racing", "SQLite", "ProcessTestSupport", "Text",
        "Timing",
        "TimingTestSupport",
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "ArgumentsTests",
      dependencies: ["Arguments", "ProcessTestSupport", "Text", "TimingTestSupport"],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "CCurses", "CSQLite", "Live", "ProcessTestSupport", "SQLite", "Racing", "Signals",
        "SignalsPoll", "Terminal", "Text", "Timing", "TimingTestSupport", "laptimer",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Arguments", "Commands", "EventLog", "Failures", "Host", "Live", "Logbook", "Racing",
        "SQLite",
        "ProcessTestSupport", "Text", "Timing", "TimingTestSupport", "laptimer",
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "WebTests",
      dependencies: [
        "CEvent", "CSodium", "Commands", "EventLog", "Host", "Live", "Logbook",
        "ProcessTestSupport", "Racing",
        "SQLite", "Signals", "SignalsEvent", "Text", "Timing", "TimingTestSupport", "Web",
        "laptimer",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SyncTests",
      dependencies: [
        "CPQ", "EventLog", "Host", "HubTestSupport", "Logbook", "ProcessTestSupport", "Racing",
        "SQLite", "Sync", "Text", "Timing", "TimingTestSupport", "laptimer", "laptimer-sync",
      ],
      swiftSettings: strict),
    .target(name: "CFaultyDisk", dependencies: ["CSQLite"], path: "Tests/CFaultyDisk"),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "Arguments", "CFaultyDisk", "CSQLite", "Commands", "EventLog", "Failures", "Host",
        "Logbook",
        "SQLite", "ProcessTestSupport", "Text", "Timing", "TimingTestSupport", "laptimer",
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    fuzzing,
  ],
  swiftLanguageModes: [.v6]
)
