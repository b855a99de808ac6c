import Foundation

/// Encodes a trace in one of the forms.
struct TraceEncoder<Action: Encodable> {
  private let form: TraceForm
  /// The name of the trace in errors.
  private let file: String
  private var block = Data()
  private var actions = TextNumbers()
  private var shapes = TextNumbers()
  private var values = TextNumbers()
  private var lastNs: UInt64 = 0

  init(_ form: TraceForm, file: String) {
    self.form = form
    self.file = file
  }

  func start(_ header: TraceHeader) throws(TraceError) -> Data {
    let line = try LineEncoder.header(header)
    return form == .lines ? line + Data("\n".utf8) : BlockForm.magic + BlockForm.block(line)
  }

  /// Adds an entry.
  ///
  /// - Returns: The bytes to write, which are usually none in the binary form.
  /// - Precondition: Times do not decrease.
  mutating func add(_ entry: Trace<Action>.Entry) throws(TraceError) -> Data {
    if form == .lines { return try LineEncoder.line(of: entry, file: file) }
    switch entry {
    case .action(let traced): try add(traced)
    case .state(let state), .restored(let state):
      block.append(leb128: UInt64(state.line.count) << 2 | BlockForm.Tag.line.rawValue)
      block += state.line
    }
    return block.count < BlockForm.blockBytes ? Data() : closeBlock()
  }

  private mutating func add(_ traced: TracedAction<Action>) throws(TraceError) {
    let json = try LineEncoder.json(of: traced.action, file: file)
    let tag: BlockForm.Tag = traced.isAnswer ? .answer : .sent
    let number = actions.number(of: json)
    block.append(leb128: (number ?? 0) << 2 | tag.rawValue)
    if number == nil {
      let (shape, values) = BlockForm.split(json)
      shapes.write(shape, to: &block)
      for value in values { self.values.write(value, to: &block) }
      actions.add(json)
    }
    guard let ns = traced.atNs else { return block.append(leb128: 0) }
    precondition(ns >= lastNs, "times must not decrease, got \(ns) ns after \(lastNs) ns")
    block.append(leb128: ns - lastNs + 1)
    lastNs = ns
  }

  private mutating func closeBlock() -> Data {
    defer { block.removeAll(keepingCapacity: true) }
    return BlockForm.block(block)
  }

  /// Returns the remaining bytes.
  mutating func finish() -> Data {
    if form == .lines { return Data() }
    return (block.isEmpty ? Data() : closeBlock()) + BlockForm.block(Data())
  }
}
