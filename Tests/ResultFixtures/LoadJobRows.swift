@testable package import FlowResults
@testable package import FlowRunner

/// The rows of one process of a load: two seconds, the whole, and a stage.
package struct LoadJobRows {
  package let seconds: [TimelineRow]
  package let loads: [LoadRow]

  package init(_ index: Int) {
    var second = TimelineRow()
    second.dimensions.scenario = "app/single/1/uniform/flow"
    second.load = "open:\(index)"
    second.round = index
    second.second = 0
    var later = second
    later.second = 1
    seconds = [second, later]
    var load = LoadRow()
    load.dimensions.scenario = second.dimensions.scenario
    load.load = second.load
    load.round = index
    var stage = load
    stage.stage = 0
    stage.warning = "a \"quoted\",\nreason with é"
    loads = [load, stage]
  }
}
