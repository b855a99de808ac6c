import FlowCosts
import Testing

@Suite("lives of stores", .enabled(if: Count.isMeasured)) struct ChurnTests {
  final class Screen {
    var onChange: (() -> Void)?
    var box = Box()
  }

  @Test("a store that is released leaves nothing")
  func released() throws {
    let churn = try MeasuredStore {
      Screen()
    } send: { (_: inout Screen, _: Int) in
    }.churn(100) {
      $0.box = Box()
    }
    #expect(churn.keptBytes == 0 && churn.keptBlocks == 0 && churn.keptObjects.isEmpty, "\(churn)")
    #expect(churn.allocations == 3)
    #expect(churn.bytesPerStore >= 48)
  }

  @Test("a cycle is found and named")
  func cycle() throws {
    let churn = try MeasuredStore {
      Screen()
    } send: { (_: inout Screen, _: Int) in
    }.churn(100) {
      let screen = $0
      let value = hidden(1)
      $0.onChange = { screen.box = Box(value) }
    }
    #expect(churn.keptBlocks == 300 && churn.keptBytes >= 7_200, "\(churn)")
    #expect(churn.keptObjects == ["Screen": 100, "Box": 100, "closures and boxes": 100])
  }
}
