import FlowHarness
import Foundation
import Platform
import Workloads

/// Work of known cost, done by a reducer; written like a workload's id.
package enum CalibrationWork: Hashable, Sendable {
  /// `spin:K`: the reducer does *K* steps of arithmetic, each of which depends on the one before.
  case spin(steps: Int)
  /// `objects:MxB`: the reducer makes *M* objects of *B* bytes each and releases them.
  case objects(count: Int, bytes: Int)
  /// `lines:N`: the reducer visits *N* cache lines in random order.
  case lines(count: Int)
  /// `retain:R`: the reducer retains and releases an object *R* times.
  case retain(times: Int)

  package static let minObjectBytes = 16

  /// Reads a workload's id; `nil` for every other workload.
  package init?(_ id: String) {
    let parts = id.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let numbers = parts[1].split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard let first = numbers[0], first >= 0 else { return nil }
    switch (parts[0], numbers.count) {
    case ("spin", 1): self = .spin(steps: first)
    case ("lines", 1): self = .lines(count: first)
    case ("retain", 1): self = .retain(times: first)
    case ("objects", 2):
      guard let bytes = numbers[1], bytes >= Self.minObjectBytes else { return nil }
      self = .objects(count: first, bytes: bytes)
    default: return nil
    }
  }

  package var id: String {
    switch self {
    case .spin(let steps): "spin:\(steps)"
    case .objects(let count, let bytes): "objects:\(count)x\(bytes)"
    case .lines(let count): "lines:\(count)"
    case .retain(let times): "retain:\(times)"
    }
  }
}

/// A module that does known work for each action.
package struct CalibrationFeature: LeafFeature {
  struct State: Equatable, Sendable {
    /// The result of the work, so that the compiler cannot remove it.
    var sum: UInt64 = 1
  }

  enum Action: Codable, Equatable, Sendable {
    case work
  }

  typealias Request = Never

  struct Cursor: BitwiseCopyable, Sendable {}

  private final class Object: Sendable {}

  /// A header of 16 bytes, and the requested number of further bytes.
  private final class Buffer: ManagedBuffer<Void, UInt8> {}

  let work: CalibrationWork
  /// The object that is retained and released.
  private let object = Object()

  private let ring: LineRing

  init(_ work: CalibrationWork) {
    self.work = work
    if case .lines(let count) = work { ring = LineRing(count) } else { ring = LineRing(1) }
  }

  var initialState: State { State() }
  var initialCursor: Cursor { Cursor() }

  func reduce(into state: inout State, action: Action) {
    switch work {
    case .spin(let steps): state.sum = Self.spin(steps, from: state.sum)
    case .objects(let count, let bytes):
      for _ in 0..<count {
        sink(Buffer.create(minimumCapacity: bytes - CalibrationWork.minObjectBytes) { _ in })
      }
    case .lines: state.sum &+= UInt64(ring.walk())
    case .retain(let times):
      guard let retain = Runtime.retain, let release = Runtime.release else { return }
      let object = Unmanaged.passUnretained(object).toOpaque()
      for _ in 0..<times {
        _ = retain(object)
        release(object)
      }
    }
  }

  /// A chain of multiplications, each of which starts after the one before.
  // Not inlined, so that the reducer, the fold and `calibrate` run the same code.
  @inline(never)
  package static func spin(_ steps: Int, from seed: UInt64) -> UInt64 {
    var sum = seed
    for _ in 0..<steps {
      sum = sum &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      step()
    }
    return sum
  }

  func digest(_ state: State, into digest: inout Digest) {
    digest.combine(Int(truncatingIfNeeded: state.sum))
  }

  func drawn(_ state: State) -> UInt64 { state.sum }
  func derived(_ state: State) -> UInt64 { state.sum }

  func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? { .work }
}
