import FlowTestSupport
import Foundation
import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults

/// Exports, read by the programs and libraries that they are for. All of them are packages of
/// Debian; a test whose reader is not installed is skipped and says what to install.
struct ExportConsumerTests {
  private static let parser = "/usr/share/gocode/src/golang.org/x/tools/benchmark/parse"
  private static let go = Consumer("go", needs: [parser])
  private static let benchcmp = Consumer("benchcmp")
  private static let gnuplot = Consumer("gnuplot")
  private static let histogram = "/usr/share/java/hdrhistogram.jar"
  private static let hdr = Consumer("java", needs: [histogram])
  private static let mathematics = [
    "/usr/share/java/commons-math3.jar", "/usr/share/java/gson.jar",
  ]
  private static let math = Consumer("java", needs: mathematics)
  private static let node = Consumer("node")

  /// Gives files of one directory to `body`, and takes them away again.
  private func withFiles<T>(
    _ files: [String: String], _ body: (String) async throws -> T
  ) async throws -> T {
    let directory = temporaryPath()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(filePath: "\(directory)/\(name)"))
    }
    return try await body(directory)
  }

  private func text(_ format: ExportFormat, _ rows: [SampleRow] = ExportFixture.rows) throws
    -> String
  {
    try #require(
      try ExportFixture.export(rows, as: format) {
        if format == .hgrm { $0.filter = "/flow$" }
      }.text)
  }

  @Test(
    .enabled(if: go.isInstalled, "needs Debian's golang-go and golang-golang-x-tools-dev"))
  func `Go's own parser finds every line and every number it knows`() async throws {
    // Its bytes and allocations are whole numbers; others it passes over.
    let rows =
      ExportFixture.samples(ExportFixture.plain, [[10.25], [20], [30]])
      + ExportFixture.counts(ExportFixture.plain, allocations: 3, bytes: 96, retains: 2.5)
    let program = """
      package main

      import (
        "fmt"
        "os"

        "golang.org/x/tools/benchmark/parse"
      )

      func main() {
        set, err := parse.ParseSet(os.Stdin)
        if err != nil {
          panic(err)
        }
        for name, lines := range set {
          fmt.Println(name)
          for _, b := range lines {
            fmt.Println(b.N, b.NsPerOp, b.AllocedBytesPerOp, b.AllocsPerOp, b.Measured)
          }
        }
      }
      """
    let files = ["main.go": program, "run.txt": try text(.go, rows)]
    let result = try await withFiles(files) { directory in
      try await Consumer("sh").run(
        ["-c", "go run \(directory)/main.go < \(directory)/run.txt"],
        environment: [
          "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": "\(directory)/cache",
        ])
    }
    #expect(result.isContent, "\(result.output)")
    #expect(
      result.output == """
        BenchmarkFlow/workload=shop/topology=single/features=10/design=flow-1
        1000 10.25 96 3 13
        1000 20 0 0 1
        1000 30 0 0 1

        """)
  }

  @Test(.enabled(if: benchcmp.isInstalled, "needs Debian's golang-golang-x-tools"))
  func `benchcmp holds two runs against each other`() async throws {
    let files = [
      "old.txt": try text(.go, ExportFixture.samples(ExportFixture.plain, [[20]])),
      "new.txt": try text(.go, ExportFixture.samples(ExportFixture.plain, [[15]])),
    ]
    let result = try await withFiles(files) { directory in
      try await Self.benchcmp.run(["\(directory)/old.txt", "\(directory)/new.txt"])
    }
    #expect(result.isContent && result.output.contains("-25.00%"), "\(result.output)")
  }

  @Test(
    .enabled(
      if: math.isInstalled, "needs Java 11, Debian's libcommons-math3-java, libgoogle-gson-java"))
  func `the library that JMH computes with finds the same in the raw data`() async throws {
    let program = """
      import com.google.gson.*;
      import java.nio.file.*;
      import java.util.*;
      import org.apache.commons.math3.distribution.TDistribution;
      import org.apache.commons.math3.stat.StatUtils;
      import org.apache.commons.math3.stat.descriptive.rank.Percentile;

      public class Check {
        static int checked = 0;

        static void near(double got, double wanted, double size) {
          if (!(Math.abs(got - wanted) <= 1e-9 * Math.abs(size)))
            throw new AssertionError(got + " is not " + wanted);
          checked++;
        }

        static void check(JsonObject metric) {
          List<Double> all = new ArrayList<>();
          for (JsonElement fork : metric.getAsJsonArray("rawData"))
            for (JsonElement sample : fork.getAsJsonArray()) all.add(sample.getAsDouble());
          double[] values = all.stream().mapToDouble(x -> x).toArray();
          double mean = StatUtils.mean(values);
          near(metric.get("score").getAsDouble(), mean, mean);
          double error = metric.get("scoreError").getAsDouble();
          JsonArray interval = metric.getAsJsonArray("scoreConfidence");
          if (values.length > 2) {
            double t = new TDistribution(values.length - 1).inverseCumulativeProbability(0.9995);
            double wanted = t * Math.sqrt(StatUtils.variance(values) / values.length);
            near(error, wanted, mean);
            near(interval.get(0).getAsDouble(), mean - wanted, mean);
            near(interval.get(1).getAsDouble(), mean + wanted, mean);
          } else if (!Double.isNaN(error) || !Double.isNaN(interval.get(0).getAsDouble())) {
            throw new AssertionError("an error of two samples");
          }
          for (Map.Entry<String, JsonElement> e :
              metric.getAsJsonObject("scorePercentiles").entrySet()) {
            double p = Double.parseDouble(e.getKey());
            near(
                e.getValue().getAsDouble(),
                p == 0 ? StatUtils.min(values) : new Percentile().evaluate(values, p),
                mean);
          }
        }

        public static void main(String[] arguments) throws Exception {
          String text = new String(Files.readAllBytes(Paths.get(arguments[0])), "UTF-8");
          for (JsonElement e : JsonParser.parseString(text).getAsJsonArray()) {
            JsonObject benchmark = e.getAsJsonObject();
            check(benchmark.getAsJsonObject("primaryMetric"));
            for (Map.Entry<String, JsonElement> secondary :
                benchmark.getAsJsonObject("secondaryMetrics").entrySet())
              check(secondary.getValue().getAsJsonObject());
          }
          System.out.println(checked + " numbers agree");
        }
      }
      """
    let files = ["Check.java": program, "run.json": try text(.jmh)]
    let result = try await withFiles(files) { directory in
      try await Self.math.run(
        ["-cp", Self.mathematics.joined(separator: ":"), "\(directory)/Check.java"]
          + ["\(directory)/run.json"])
    }
    // Four metrics of 14 numbers, and one of two samples, which has no interval.
    #expect(result.output == "67 numbers agree\n")
  }

  @Test(.enabled(if: hdr.isInstalled, "needs Java 11 and Debian's libhdrhistogram-java"))
  func `HdrHistogram prints the same of the same samples`() async throws {
    let program = """
      public class Check {
        public static void main(String[] arguments) {
          org.HdrHistogram.Histogram histogram = new org.HdrHistogram.Histogram(3);
          for (String value : arguments) histogram.recordValue(Long.parseLong(value));
          histogram.outputPercentileDistribution(System.out, 1000.0);
        }
      }
      """
    // From less than a nanosecond to a second, so that the histogram grows.
    let samples = [[0.78, 12, 11], [20.5, 22, 1_000_000_000], [30, 3400, 32]]
    let ours = try text(.hgrm, ExportFixture.samples(ExportFixture.plain, samples))
    let theirs = try await withFiles(["Check.java": program]) { directory in
      try await Self.hdr.run(
        ["-cp", Self.histogram, "\(directory)/Check.java"]
          + samples.joined().map { "\(Int(($0 * 1000).rounded()))" })
    }
    #expect(theirs.isContent, "\(theirs.output)")
    let lines = ours.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.drop { $0.hasPrefix("# ") }.joined(separator: "\n") == theirs.output)
  }

  @Test(.enabled(if: gnuplot.isInstalled, "needs Debian's gnuplot-nox"))
  func `gnuplot finds the points of a distribution and nothing else`() async throws {
    let result = try await withFiles(["run.hgrm": try text(.hgrm)]) { directory in
      try await Self.gnuplot.run([
        "-e",
        "set datafile commentschars '#'; stats '\(directory)/run.hgrm' skip 5 using 4:1 nooutput; "
          + "set print '-'; print STATS_records, STATS_min_y, STATS_max_y",
      ])
    }
    #expect(result.output == "18 10.007 34.015\n", "\(result.output)")
  }

  @Test(.enabled(if: node.isInstalled, "needs Debian's nodejs"))
  func `JavaScript reads what github-action-benchmark takes of each entry`() async throws {
    let program = """
      const entries = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'));
      for (const { name, value, unit, range, extra } of entries)
        console.log(name, value.toFixed(1), unit, range, extra.split('\\n').length);
      """
    let result = try await withFiles(["run.json": try text(.actionBenchmark)]) { directory in
      try await Self.node.run(["-e", program, "\(directory)/run.json"])
    }
    #expect(
      result.output == """
        \(ExportFixture.plain.id) 21.0 ns/op ± 11 7
        \(ExportFixture.special.id) 1375.0 ns/op undefined 7

        """)
  }
}
