import Foundation

/// Makes blocks of entries.
struct BlockEncoder<Action: Encodable> {
  private let file: String
  private var block = Data()
  private var actions = NumberedTexts()
  private var shapes = NumberedTexts()
  private var values = NumberedTexts()
  private var lastNs: UInt64 = 0

  /// Whose errors call the trace `file`.
  init(file: String) { self.file = file }

  static func start(_ header: TraceHeader) throws(TraceError) -> Data {
    BlockForm.magic + BlockForm.block(try LineEncoder.header(header))
  }

  /// Adds an entry.
  ///
  /// - Returns: What is ready to be written; mostly nothing.
  /// - Precondition: Times do not go back.
  mutating func add(_ entry: Trace<Action>.Entry) throws(TraceError) -> Data {
    switch entry {
    case .action(let traced): try add(traced)
    case .state(let state), .restored(let state):
      block.append(leb128: UInt64(state.line.count) << 2 | BlockForm.Tag.line.rawValue)
      block += state.line
    }
    return block.count < BlockForm.blockBytes ? Data() : closed()
  }

  private mutating func add(_ traced: TracedAction<Action>) throws(TraceError) {
    let json = try LineEncoder.json(of: traced.action, file: file)
    let tag: BlockForm.Tag = traced.isAnswer ? .answer : .sent
    let number = actions.number(of: json)
    block.append(leb128: (number ?? 0) << 2 | tag.rawValue)
    if number == nil {
      let (shape, values) = JSONShape.split(json)
      shapes.write(shape, to: &block)
      for value in values { self.values.write(value, to: &block) }
      actions.add(json)
    }
    guard let ns = traced.atNs else {
      block.append(leb128: 0)
      return
    }
    precondition(ns >= lastNs, "times must not go back, got \(ns) ns after \(lastNs) ns")
    block.append(leb128: ns - lastNs + 1)
    lastNs = ns
  }

  private mutating func closed() -> Data {
    defer { block.removeAll(keepingCapacity: true) }
    return BlockForm.block(block)
  }

  /// What is left, and the end.
  mutating func finish() -> Data {
    (block.isEmpty ? Data() : closed()) + BlockForm.block(Data())
  }
}
