/// The effects that have started and not ended, each in a reusable slot.
///
/// Cancellation handlers may use this table again. Its methods therefore only mark effects and
/// return the tasks for the caller to cancel. Tasks are always returned in the order in which the
/// effects started, so that runs with one seed are equal.
@usableFromInline
struct RunningEffects {
  private struct Entry {
    var context: EffectContext
    /// The task of an effect that has suspended.
    var task: Task<Void, Never>?
    /// `false` for a group such as a sequence, which has no task of its own.
    let isWork: Bool
    var isCancelled = false
  }

  /// One use of a slot.
  @usableFromInline
  struct ID {
    fileprivate let slot: Int
    fileprivate let number: Int
  }

  /// Numbered in the order in which the effects started.
  private let entries = SlotTable<Entry>()
  private var lastNumber = 0
  private var slotsByName: [EffectName: Set<Int>] = [:]
  /// The slots of effects with deep paths, whose identifiers are not in `slotsByName`.
  private var deepSlots: Set<Int> = []
  private var parts = VanishingParts()
  /// The path of the last effect. The next effect often has an equal path and then shares its
  /// storage.
  private var lastPath = EffectPath()
  /// The path and the slot of an effect that has ended and whose names are not yet removed.
  private var endedEffect: (path: EffectPath, slot: Int)? {
    didSet { hasEndedNames = endedEffect != nil }
  }
  /// A Boolean value that indicates whether the names of an effect must be removed.
  @usableFromInline private(set) var hasEndedNames = false

  @usableFromInline init() {}

  /// The number of works.
  @usableFromInline private(set) var count = 0

  /// The number of slots in use.
  var entryCount: Int { entries.count }

  /// A Boolean value that indicates whether some effects belong to parts that may disappear.
  @usableFromInline var hasVanishingParts: Bool { !parts.isEmpty }

  /// Takes a slot.
  @usableFromInline
  mutating func open(_ context: EffectContext, isWork: Bool) -> ID {
    lastNumber += 1
    context.group?.begin()
    if isWork { count += 1 }
    let slot = entries.insert(Entry(context: context, isWork: isWork), number: lastNumber)
    if !context.path.isEmpty {
      if context.path == lastPath {
        entries[slot].context.path = lastPath
      } else {
        lastPath = context.path
      }
      if context.path.isDeep { deepSlots.insert(slot) }
      for name in context.path.names {
        slotsByName[name, default: []].insert(slot)
        parts.add(name)
      }
    }
    return ID(slot: slot, number: lastNumber)
  }

  /// Stores the task of an effect that has suspended.
  ///
  /// - Returns: A Boolean value that indicates whether the effect was cancelled. The caller cancels
  ///   the task.
  @usableFromInline
  mutating func keep(_ task: Task<Void, Never>, of id: ID) -> Bool {
    guard entries.number(of: id.slot) == id.number else { return false }
    entries[id.slot].task = task
    let isRunCancelled = entries[id.slot].context.run?.add(task, number: id.number) ?? false
    return isRunCancelled || entries[id.slot].isCancelled
  }

  /// Returns a Boolean value that indicates whether an effect has ended or was cancelled.
  @usableFromInline
  func isOver(_ id: ID) -> Bool {
    entries.number(of: id.slot) != id.number || entries[id.slot].isCancelled
  }

  /// Returns a Boolean value that indicates whether an effect was cancelled and has not ended.
  func isCancelled(_ id: ID) -> Bool {
    entries.number(of: id.slot) == id.number && entries[id.slot].isCancelled
  }

  /// Returns the run and the path of an effect that has not ended.
  @usableFromInline
  func source(of id: ID) -> (run: EffectRun?, path: EffectPath) {
    (entries[id.slot].context.run, entries[id.slot].context.path)
  }

  /// Releases a slot.
  ///
  /// The caller then removes the names, if there are any, which calls code of the app.
  ///
  /// - Returns: The group that waits for the effect. The caller ends it, because this may start the
  ///   next effect.
  @usableFromInline
  mutating func close(_ id: ID) -> EffectGroup? {
    precondition(entries.number(of: id.slot) == id.number, "an effect ends once")
    let entry = entries.remove(id.slot)
    if entry.isWork { count -= 1 }
    if entry.task != nil { entry.context.run?.forget(number: id.number) }
    if !entry.context.path.isEmpty { endedEffect = (entry.context.path, id.slot) }
    // The last path retains names, too.
    if entries.count == 0, !lastPath.isEmpty { hasEndedNames = true }
    return entry.context.group
  }

  /// Removes the names of the effect whose slot was released last.
  mutating func removeEndedNames() {
    let ended = endedEffect
    endedEffect = nil
    if entries.count == 0 { lastPath = EffectPath() }
    guard let (path, slot) = ended else { return }
    if path.isDeep { deepSlots.remove(slot) }
    for name in path.names {
      slotsByName[name]?.remove(slot)
      if slotsByName[name]?.isEmpty == true { slotsByName[name] = nil }
      parts.remove(name)
    }
  }

  // MARK: - Cancelling

  /// Marks one effect as cancelled.
  @usableFromInline
  mutating func cancel(_ id: ID) -> Task<Void, Never>? {
    guard !isOver(id) else { return nil }
    entries[id.slot].isCancelled = true
    return entries[id.slot].task
  }

  /// Marks all effects that have one of the names and are not cancelled yet.
  ///
  /// - Complexity: O(*n* log *n*) for *n* effects with these names that were not cancelled by them.
  @usableFromInline
  mutating func cancel(_ names: [EffectName]) -> [Task<Void, Never>] {
    var slots: Set<Int> = []
    for name in names {
      // The search calls code of the app, and the change of what it finds does not.
      guard let index = slotsByName.index(forKey: name) else { continue }
      slots.formUnion(slotsByName.values[index])
      slotsByName.values[index] = []
    }
    for slot in deepSlots where names.contains(where: entries[slot].context.path.isReached) {
      slots.insert(slot)
    }
    return mark(slots)
  }

  /// Marks all effects.
  @usableFromInline
  mutating func cancelAll() -> [Task<Void, Never>] {
    mark(entries.taken)
  }

  private mutating func mark(_ slots: some Sequence<Int>) -> [Task<Void, Never>] {
    var tasks: [Task<Void, Never>] = []
    for slot in slots.sorted(by: { entries.number(of: $0) < entries.number(of: $1) })
    where entries.isTaken(slot) && !entries[slot].isCancelled {
      entries[slot].isCancelled = true
      if let task = entries[slot].task { tasks.append(task) }
    }
    return tasks
  }

  // MARK: - Parts that vanish

  /// Adds the parts on the path of a queued action.
  mutating func hold(_ path: EffectPath) {
    for name in path.parts { parts.add(name) }
  }

  /// Removes the parts on the path of an action that is no longer queued.
  mutating func letGo(_ path: EffectPath) {
    for name in path.parts { parts.remove(name) }
  }

  /// Returns the names of effects whose part has disappeared since the last call.
  ///
  /// - Parameter presence: Returns the current members of a part; `nil` if they are unknown.
  func vanished(_ presence: (_PlacedPart) -> _PartPresence?) -> [EffectName] {
    parts.vanished(presence)
  }

  /// Returns the names of effects of the members of one collection that satisfy a predicate and
  /// existed at the last call.
  func members(
    of part: _PlacedPart, where hasGone: (AnyHashable) -> Bool
  ) -> [EffectName] { parts.vanished(from: part, where: hasGone) }
}

/// The effect that sent a queued action.
@usableFromInline
struct ActionSender {
  /// The path of the effect; `nil` if no effect sent the action.
  let path: EffectPath?
  /// The effect, if it may send further actions.
  let stream: RunningEffects.ID?

  init(_ path: EffectPath?, _ stream: RunningEffects.ID?) {
    self.path = path
    self.stream = stream
  }
}
