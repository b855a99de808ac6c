import FlowReports
import FlowRunner

// What subcommands ask that measure nothing, or only hold results against others.

/// What `compare` holds against each other.
enum CompareTable: OptionRows {
  static let by = OptionKey<String>(
    "by", "dimension",
    "Dimension whose levels are compared: topology, design, load, or any column that says what was "
      + "measured", .text, otherwise: "topology")
  static let base = OptionKey<String>(
    "base", "level", "Level that the others are held against", .text)
  static let group = OptionKey<String>(
    "group", "dimension", "Dimension by which geometric means are taken", .text,
    otherwise: "design")
  static let metric = OptionKey<String>(
    "metric", "metric",
    "Metric of the table and the means", .text,
    otherwise: "wall_ns_per_action, of loads response_p99_ns")
  static let format = OptionKey<CompareFormat>(
    "format", "format", "How to print: text, csv, json, markdown", .choice(kind: "format"),
    standard: .text)

  static let filter = DesignOptions.filter.meaning(
    "Keep the scenarios whose id, or load, matches this regular expression")

  static let options = [
    by.option, base.option, group.option, filter.option, metric.option, format.option,
  ]
}

/// How a comparison is printed.
enum CompareFormat: String, CaseIterable, Sendable {
  /// A table for a reader.
  case text
  /// The rows of compare.csv.
  case csv
  /// For a program.
  case json
  /// A table for a page.
  case markdown
}

/// What `claims` is asked.
enum ClaimsTable: OptionRows {
  static let run = OptionKey<String>(
    "run", "directory", "The run that decides", .text, standard: CompareOptions.newest)
  static let load = OptionKey<String>(
    "load", "directory",
    "A load of the same machine that decides, too: what effects in flight keep", .text)
  static let design = OptionKey<String>(
    "design", "design", "The design that each claim is asked about", .text,
    otherwise: "those that it is about")
  static let claim = OptionKey<Int>(
    "claim", "number", "The only claim that is asked about",
    .number(in: 1...(ClaimCards.numbers.max() ?? 1)), otherwise: "all of them")
  static let format = OptionKey<ClaimsFormat>(
    "format", "format", "How to print: text, markdown, json, html", .choice(kind: "format"),
    standard: .text)
  static let strict = CheckOptions.strict.meaning("Exit 3 when a claim was not measured")

  static let options = [
    run.option, load.option, design.option, claim.option, format.option, strict.option,
  ]
}

/// How cards are printed.
enum ClaimsFormat: String, CaseIterable, Sendable {
  /// Cards for a terminal.
  case text
  /// For a pull request.
  case markdown
  /// For a program.
  case json
  /// A page for a browser.
  case html
}

/// What `export` writes, and where.
enum ExportTable: OptionRows {
  static let format = OptionKey<ExportFormat>(
    "format", "format", "What to write, which must be given: \(ExportFormat.all)",
    .choice(kind: "format"))
  static let metric = OptionKey<String>(
    "metric", "metric",
    "Metric that is written", .text, otherwise: "wall_ns_per_action, and for go all of them")
  static let out = OptionKey<String>(
    "out", "file", "File to write, for several hgrm a directory", .text,
    otherwise: "standard output")

  static let options = [
    format.option, DesignOptions.filter.option, metric.option, out.option,
  ]
}

/// What `check` compares with.
enum CheckOptions: OptionRows {
  static let baseline = OptionKey<String>(
    "baseline", "directory", "Directory of the baselines of all platforms", .text,
    standard: Baseline.directory)
  static let base = OptionKey<String>(
    "base", "executable",
    "This program as built of another revision, to be held against instead; FlowBench's own "
      + "'make check BASE=revision' builds it", .text)
  static let baseName = OptionKey<String>(
    "base-name", "name", "What that revision is called", .text)
  static let gates = OptionKey<[CheckFinding.Gate]>(
    "gate", "gate,…", "counts, time", .choices(kind: "gate"), otherwise: "all that can be")
  static let update = OptionKey<Bool>(
    "update", "", "Take over what is counted now as the baseline", .flag, standard: false)
  static let strict = OptionKey<Bool>(
    "strict", "", "Exit 3 also when something is new or not decided", .flag, standard: false)
  static let out = OptionKey<String>(
    "out", "directory",
    "Directory for counts and reports", .text, otherwise: "results/check/<UTC time>")
  static let allowDebug = DebugOptions.allowDebug.meaning(
    "Check although this is a debug build")

  static let options = [
    baseline.option, base.option, baseName.option, gates.option, update.option, strict.option,
    DesignOptions.filter.option, out.option, allowDebug.option, SeedOptions.seed.hidden.option,
  ]
}

/// What `calibrate` tries.
enum CalibrateOptions: OptionRows {
  static let full = OptionKey<Bool>(
    "full", "", "An hour instead of seven minutes: enough tries to show every rate", .flag,
    standard: false)
  static let only = OptionKey<[CalibrationRow.Section]>(
    "only", "part,…",
    "Parts to try: \(CalibrationRow.Section.allCases.map(\.rawValue).joined(separator: ", "))",
    .choices(kind: "part"), otherwise: "all of them")
  static let allowDebug = DebugOptions.allowDebug.meaning(
    "Calibrate although this is a debug build")

  static let options = [
    full.option, only.option, FormatOptions.format.option, allowDebug.option,
  ]
}

/// What `list` prints.
enum ListOptions: OptionRows {
  static let page = OptionKey<ListPage>(
    "page", "page", "Print a page instead: options, columns (Markdown) or manual (for man)",
    .choice(kind: "page"))

  static let options = [FormatOptions.format.option, page.option]
}

/// A page that is made from the tables that this program works with.
enum ListPage: String, CaseIterable, Sendable {
  /// Every option of every subcommand.
  case options
  /// Every column of every results file.
  case columns
  /// The manual, in the macros of man(7).
  case manual
}

/// What `init` writes a package for.
enum InitOptions: OptionRows {
  static let store = OptionKey<StoreKind>(
    "store", "kind",
    "What to begin with: \(StoreKind.allCases.map(\.rawValue).joined(separator: ", "))",
    .choice(kind: "kind of store"), standard: .value)
  static let home = OptionKey<String>(
    "flowbench", "place",
    "Where FlowBench is, a directory or a URL", .text, otherwise: "this program's own")

  static let options = [store.option, home.option]
}
