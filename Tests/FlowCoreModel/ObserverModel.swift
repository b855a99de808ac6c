/// The specification of notifications in its simplest form: one list of all observers, searched
/// from the front.
///
/// It has no regions, keys or places. It includes the removal of closed observers: a part that is
/// read again returns to its place, or to the end after a removal.
final class ObserverModel {
  /// An observer of a part.
  private final class Member {
    enum Role {
      case subscriber(Int)
      case stream(Int)
      case readPart(Reader)
      /// A part that tracked reads share.
      case slice
    }

    let part: PanelPart
    let role: Role
    var isOpen: Bool
    var last: Int?
    /// A Boolean value that indicates whether the part may have changed since it was read.
    var isStale = false
    /// The tracked reads to notify.
    var trackings: [Int] = []

    init(_ part: PanelPart, _ role: Role, isOpen: Bool, last: Int?) {
      self.part = part
      self.role = role
      self.isOpen = isOpen
      self.last = last
    }

    var isSlice: Bool { if case .slice = role { true } else { false } }
  }

  private final class Reader {
    let number: Int
    var parts: [Member] = []
    var count = 0
    var isRunning = false
    var isStale = false
    var hasEnded = false

    init(_ number: Int) { self.number = number }
  }

  private let program: ObserverProgram
  private var state = Panel()
  private var queue: [[PanelAction]] = []
  private var isHandling = false
  private var lendings = 0
  private var members: [Member] = []
  /// The number of nested notifications and reads, during which no observer is removed.
  private var depth = 0
  private var hasLeavers = false
  private var reader: Reader?
  private var watchers: [Watcher] = []
  /// The number of calls of each observer.
  private var visits: [Int] = []
  /// The closures that end each observer.
  private var ends: [(() -> Void)?] = []
  private var droppedStreams: Set<Int> = []
  private var rules = TrackingRules()
  private var step = ObserverStepTrace()
  private var streams: [Int: [Int]] = [:]

  private init(_ program: ObserverProgram) { self.program = program }

  /// Returns the expected trace of a program.
  static func trace(_ program: ObserverProgram) -> ObserverTrace {
    let model = ObserverModel(program)
    var trace = ObserverTrace()
    for step in program.steps {
      model.carryOut(step)
      model.step.open = model.openCount
      model.step.remembered = model.members.count
      trace.steps.append(model.step)
      model.step = ObserverStepTrace()
    }
    trace.streams = model.streams.filter { !model.droppedStreams.contains($0.key) }
    // Readers and their parts retain each other.
    for end in model.ends { end?() }
    return trace
  }

  private func carryOut(_ step: ObserverStep) {
    switch step {
    case .send(let actions, let isBatch):
      for batch in isBatch ? [actions] : actions.map({ [$0] }) { send(batch) }
    case .watch(let watcher): watch(watcher)
    case .end(let number): endWatcher(number)
    case .endAll: for number in ends.indices { endWatcher(number) }
    case .read(let part):
      guard rules.isFree else { return }
      self.step.events.append(.read(part, read(part, for: nil)))
    case .lend(let steps):
      lendings += 1
      let isOuter = !isHandling
      isHandling = true
      for step in steps { carryOut(step) }
      lendings -= 1
      if isOuter { settle() }
    case .restore(let actions):
      guard lendings == 0 else { return }
      let isOuter = !isHandling
      isHandling = true
      state = Panel()
      for action in actions { state.apply(action) }
      notify(isTouchingOpaque: true)
      if isOuter { settle() }
    }
  }

  // MARK: - Actions

  private func send(_ batch: [PanelAction]) {
    if batch.isEmpty { return }
    queue.append(batch)
    if !isHandling { settle() }
  }

  private func settle() {
    isHandling = true
    while !queue.isEmpty {
      let batch = queue.removeFirst()
      for action in batch { state.apply(action) }
      notify(isTouchingOpaque: !program.isDeclaring || batch.contains(where: \.isOpaque))
    }
    isHandling = false
  }

  // MARK: - Notifying

  private func notify(isTouchingOpaque: Bool) {
    // Reads during a notification do not belong to the reader that sent the action.
    let outer = reader
    reader = nil
    depth += 1
    if isTouchingOpaque {
      for member in members where !member.part.isComparable { member.isStale = true }
    }
    // Observers that are added meanwhile are notified from the next change on.
    for member in members where member.isOpen {
      let now = state.value(of: member.part)
      switch member.role {
      case .subscriber(let number):
        guard let now, now != member.last else { continue }
        member.last = now
        step.events.append(.notified(number, now))
        react(number)
      case .stream(let number):
        guard let now, now != member.last else { continue }
        member.last = now
        if droppedStreams.contains(number) { end(member) } else { streams[number]?.append(now) }
      case .readPart(let reader):
        // While a reader is running, parts that it has not read in this run do not matter.
        let isRead =
          !reader.isRunning || reader.parts.prefix(reader.count).contains { $0 === member }
        if isRead, differs(member) { run(reader) }
      case .slice:
        if differs(member) { notify(member) }
      }
    }
    endPass()
    reader = outer
  }

  /// Returns whether a part may differ from its last value.
  private func differs(_ member: Member) -> Bool {
    member.part.isComparable ? state.value(of: member.part) != member.last : member.isStale
  }

  /// Notifies the tracked reads of a slice and closes it, unless a body is being tracked. The body
  /// may have read the slice, and is notified of the changes after it has ended.
  private func notify(_ slice: Member) {
    slice.isOpen = !rules.isFree
    slice.isStale = false
    slice.last = state.value(of: slice.part)
    let trackings = slice.trackings
    slice.trackings = []
    for number in trackings where rules.notify(number) {
      step.events.append(.outdated(number))
      react(number)
    }
  }

  private func react(_ number: Int) {
    let visit = visits[number]
    visits[number] += 1
    let reactions = watchers[number].reactions
    guard reactions.indices.contains(visit) else { return }
    for step in reactions[visit] { carryOut(step) }
  }

  // MARK: - Watching

  private func watch(_ watcher: Watcher) {
    let number = watchers.count
    guard rules.mayWatch(watcher) else { return }
    watchers.append(watcher)
    visits.append(0)
    ends.append(nil)
    switch watcher.kind {
    case .subscriber, .stream:
      guard let part = watcher.parts.first, part.isSubscribable else { return }
      // A scope of the part is created, also while a reader is running.
      readPresence(of: part, for: nil)
      guard let now = state.value(of: part) else { return }
      let isStream = watcher.kind == .stream
      if isStream && (part == .items || part == .tagged) { return }
      let member = Member(
        part, isStream ? .stream(number) : .subscriber(number), isOpen: true, last: now)
      members.append(member)
      if isStream { streams[number] = [now] }
      ends[number] = { [unowned self] in
        if isStream { droppedStreams.insert(number) } else { end(member) }
      }
    case .reader:
      let reader = Reader(number)
      run(reader)
      ends[number] = { [unowned self] in
        reader.hasEnded = true
        forget(reader, from: 0)
      }
    case .tracking: track(number)
    }
  }

  private func track(_ number: Int) {
    rules.begin()
    var read: Set<PanelPart> = []
    var slices: [Member] = []
    let values = watchers[number].readAll { part in
      guard reader != nil || rules.mayRead(part, in: state, isHandling: isHandling) else {
        return state.value(of: part)
      }
      let value = self.read(part) { slices.append($0) }
      if reader == nil {
        if let presence = part.presence { read.insert(presence) }
        if value != nil { read.insert(part) }
      }
      return value
    }
    for step in watchers[number].within { carryOut(step) }
    rules.end(number, read: read, in: state)
    for slice in slices where !slice.trackings.contains(number) { slice.trackings.append(number) }
    step.events.append(.ran(number, values))
  }

  private func run(_ reader: Reader) {
    reader.isStale = true
    guard !reader.isRunning else { return }
    reader.isRunning = true
    while reader.isStale, !reader.hasEnded {
      reader.isStale = false
      let outer = self.reader
      self.reader = reader
      reader.count = 0
      let values = watchers[reader.number].readAll { read($0, for: nil) }
      step.events.append(.ran(reader.number, values))
      react(reader.number)
      self.reader = outer
      forget(reader, from: reader.count)
    }
    reader.isRunning = false
  }

  private func forget(_ reader: Reader, from first: Int) {
    guard first < reader.parts.count else { return }
    let gone = reader.parts[first...]
    reader.parts.removeSubrange(first...)
    for part in gone { end(part) }
  }

  // MARK: - Reading

  /// Reads the presence of a part and its value.
  private func read(_ part: PanelPart, for tracking: ((Member) -> Void)?) -> Int? {
    readPresence(of: part, for: tracking)
    return readValue(of: part, for: tracking)
  }

  private func readPresence(of part: PanelPart, for tracking: ((Member) -> Void)?) {
    if let presence = part.presence { _ = readValue(of: presence, for: tracking) }
  }

  private func readValue(of part: PanelPart, for tracking: ((Member) -> Void)?) -> Int? {
    guard let known = state.value(of: part) else { return nil }
    // A scope that is created by untracked code registers nothing.
    if part.isPresence, reader == nil, tracking == nil { return known }
    if let reader {
      read(part, known, by: reader)
      return known
    }
    let slice = slice(of: part)
    depth += 1
    // During a notification, earlier readers are first notified of changes that they have not seen.
    if slice.isOpen, isHandling, !part.isComparable || differs(slice) { notify(slice) }
    tracking?(slice)
    // They may have replaced the state.
    let now = state.value(of: part)
    if !slice.isOpen {
      slice.isOpen = true
      slice.isStale = false
      slice.last = now
    }
    endPass()
    return now ?? known
  }

  private func slice(of part: PanelPart) -> Member {
    if let known = members.first(where: { $0.isSlice && $0.part == part }) { return known }
    sweep()
    let slice = Member(part, .slice, isOpen: false, last: nil)
    members.append(slice)
    return slice
  }

  /// As long as the same parts are read in the same order, they keep their places.
  private func read(_ part: PanelPart, _ now: Int, by reader: Reader) {
    defer { reader.count += 1 }
    if reader.count < reader.parts.count, reader.parts[reader.count].part == part,
      !part.isFunction
    {
      reader.parts[reader.count].last = now
      reader.parts[reader.count].isStale = false
      return
    }
    if reader.hasEnded { return }
    let member = Member(part, .readPart(reader), isOpen: true, last: now)
    if reader.count < reader.parts.count {
      let old = reader.parts[reader.count]
      reader.parts[reader.count] = member
      members.append(member)
      end(old)
    } else {
      reader.parts.append(member)
      members.append(member)
    }
  }

  // MARK: - Leaving

  private func endWatcher(_ number: Int) {
    guard ends.indices.contains(number), let end = ends[number] else { return }
    ends[number] = nil
    end()
  }

  private var openCount: Int { members.count { $0.isOpen } }

  private func end(_ member: Member) {
    guard member.isOpen else { return }
    member.isOpen = false
    sweep()
  }

  private func endPass() {
    depth -= 1
    guard depth == 0, hasLeavers else { return }
    hasLeavers = false
    sweep()
  }

  /// Removes closed observers if they are the majority.
  private func sweep() {
    if depth > 0 {
      hasLeavers = true
    } else if members.count > 2 * openCount + 16 || openCount == 0 {
      members.removeAll { !$0.isOpen }
    }
  }
}
