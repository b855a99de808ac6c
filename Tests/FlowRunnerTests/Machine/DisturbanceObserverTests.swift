import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// How a session waits for a quiet machine, and what it finds in its trials.
@MainActor
struct DisturbanceObserverTests {
  /// A machine on which another process uses a core in some seconds, and what a session says about it.
  private final class Machine {
    let busySeconds: Set<Int>
    var second = 0
    var said: [String] = []
    /// After which second it is interrupted.
    var interruption = Int.max

    init(busy: some Sequence<Int>) { busySeconds = Set(busy) }

    /// The reading at the end of the current second.
    var reading: MachineReading {
      let busy = UInt64(busySeconds.filter { $0 <= second }.count) * 100
      let time = ProcessorTime(
        total: UInt64(second) * 200, idle: UInt64(second) * 200 - busy, stolen: 0, processes: busy)
      return MachineReading(time: time, allowedTime: time, allowedCores: 2, ownNs: 0)
    }

    @MainActor
    func observer() -> DisturbanceObserver {
      DisturbanceObserver(
        read: { self.reading },
        readProcesses: {
          ProcessActivity(processes: [9: .init(name: "backup", ticks: UInt64(self.second) * 90)])
        }, nowNs: { UInt64(self.second) * 1_000_000_000 })
    }

    @MainActor
    func settle(_ observer: DisturbanceObserver) async {
      await observer.settle(
        isInterrupted: { self.second >= self.interruption },
        pause: { self.second += Int($0 / 1_000_000_000) }, say: { self.said.append($0) })
    }
  }

  @Test func `a quiet machine is observed for one second, and nothing is said`() async {
    let machine = Machine(busy: [])
    let observer = machine.observer()
    await machine.settle(observer)
    #expect(machine.second == 1 && machine.said.isEmpty)
    #expect(observer.found.shareBefore == 0)
    await machine.settle(observer)
    #expect(machine.second == 1, "only the first trial of a session waits")
  }

  @Test func `preparations count as a part of the second`() async {
    let machine = Machine(busy: [])
    let observer = machine.observer()
    machine.second = 3
    await machine.settle(observer)
    #expect(machine.second == 3)
  }

  @Test func `a session waits for a process that ends, and names it`() async {
    let machine = Machine(busy: [1, 2, 3])
    let observer = machine.observer()
    await machine.settle(observer)
    #expect(machine.second == 4)
    #expect(
      machine.said == [
        "waiting for a quiet machine, at most 10 s: other processes use 50.0 % of the CPU, "
          + "most of it backup", "the machine is quiet now",
      ])
    #expect(observer.found.shareBefore == 0)
  }

  @Test func `a session does not wait longer than it says`() async {
    let machine = Machine(busy: 1...100)
    let observer = machine.observer()
    await machine.settle(observer)
    #expect(machine.second == 1 + DisturbanceObserver.longestWait)
    #expect(machine.said.count == 2)
    #expect(
      machine.said.last
        == "after 10 s other processes use 50.0 % of the CPU, most of it backup; "
        + "trials that they disturb get a warning")
    #expect(observer.found.shareBefore == 0.5)
  }

  @Test func `an interruption ends the wait`() async {
    let machine = Machine(busy: 1...100)
    machine.interruption = 4
    await machine.settle(machine.observer())
    #expect(machine.second == 4)
  }

  @Test func `each trial is judged by itself`() async {
    let machine = Machine(busy: [3])
    let observer = machine.observer()
    await machine.settle(observer)
    var uses: [MachineUse] = []
    for _ in 0..<3 {
      observer.beginTrial()
      machine.second += 1
      uses.append(observer.endTrial())
    }
    #expect(uses.map(\.isDisturbed) == [false, true, false])
    #expect(uses.map(\.busiest) == [[], ["backup"], []])
    #expect(uses.map(\.disturbance.otherShare) == [0, 0.5, 0])
    #expect(observer.found.trials == 3 && observer.found.disturbed == 1)
    #expect(observer.found.names == ["backup"])
  }
}
