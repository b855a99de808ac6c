import Foundation
import Testing

/// The harness tried on itself, through the real executable. Times are for release builds.
struct CalibrateCommandTests {
  #if Jemalloc && os(Linux) && arch(x86_64)
    @Test func `every counter has every known count`() async throws {
      let result = try await Tool.run([
        "calibrate", "--only", "counters", "--allow-debug", "--format", "json",
      ])
      #expect(result.exitCode == 0, "\(result.error)\(result.output)")
      let rows = try #require(
        JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
      #expect(rows.count >= 30)
      for row in rows {
        #expect(row["asked"] as? Double == row["measured"] as? Double, "\(row)")
        #expect(row["isMet"] as? Bool == true, "\(row)")
      }
      #expect(Set(rows.compactMap { $0["unit"] as? String }).count >= 8)
    }
  #endif
}
