import FlowHarness
import Foundation
import Platform
import Workloads

/// A module that does known work for each action, for the harness's own calibration.
struct KnownWorkFeature: LeafFeature {
  struct State: Equatable, Sendable {
    /// What came of the work, so that it cannot be left out.
    var sum: UInt64 = 1
    var answers = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case work
    /// An effect has slept.
    case rested
  }

  struct Request: Sendable {
    let ns: Int
  }

  struct Cursor: BitwiseCopyable, Sendable {}

  let work: KnownWork
  /// What is retained and released.
  private let object = KnownObject()

  init(_ work: KnownWork) { self.work = work }

  var initialState: State { State() }
  var initialCursor: Cursor { Cursor() }

  func reduce(into state: inout State, action: Action) {
    guard action == .work else {
      state.answers += 1
      return
    }
    switch work {
    case .spin(let steps): state.sum = Self.spin(steps, from: state.sum)
    case .objects(let count, let bytes):
      for _ in 0..<count {
        sink(KnownBuffer.create(minimumCapacity: bytes - KnownWork.minObjectBytes) { _ in })
      }
    case .retain(let times):
      guard let retain = Runtime.retain, let release = Runtime.release else { return }
      let object = Unmanaged.passUnretained(object).toOpaque()
      for _ in 0..<times {
        _ = retain(object)
        release(object)
      }
    case .sleep: state.sum &+= 1
    }
  }

  /// A chain of multiplications, of which none can begin before the last has ended. The
  /// reducer, the fold and `calibrate` share this code.
  @inline(never)
  static func spin(_ steps: Int, from seed: UInt64) -> UInt64 {
    var sum = seed
    for _ in 0..<steps {
      sum = sum &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      step()
    }
    return sum
  }

  func mayRequest(_ action: Action) -> Bool {
    if case .sleep = work { action == .work } else { false }
  }

  func request(for action: Action, after state: State) -> Request? {
    guard action == .work, case .sleep(let ns) = work else { return nil }
    return Request(ns: ns)
  }

  func perform(_ request: Request) -> Action? {
    CurrentThread.sleep(ns: UInt64(request.ns))
    return .rested
  }

  func digest(_ state: State, into digest: inout Digest) {
    digest.combine(Int(truncatingIfNeeded: state.sum))
    digest.combine(state.answers)
  }

  func drawn(_ state: State) -> UInt64 { state.sum }
  func derived(_ state: State) -> UInt64 { state.sum }

  func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? { .work }
}

private final class KnownObject: Sendable {}

/// A header of 16 bytes, and as many more as asked for.
private final class KnownBuffer: ManagedBuffer<Void, UInt8> {}
