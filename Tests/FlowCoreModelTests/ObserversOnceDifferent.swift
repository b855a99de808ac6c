import FlowCoreModel

/// Shrunken programs of observers for which a store and the model differed.
let observersOnceDifferent: [ObserverProgram] = [
  // A closure that restored a state and then read a part that is not `Equatable` was called once
  // more.
  ObserverProgram(
    isDeclaring: true,
    steps: [
      .watch(
        Watcher(
          .reader, of: [],
          reactions: [
            [.watch(Watcher(.tracking, of: [.opaque, .opaque]))],
            [.restore([]), .watch(Watcher(.tracking, of: [.second, .opaque]))],
          ])),
      .send([.opaque(0)], isBatch: false),
    ]),
  // Each of two parts that are not `Equatable` called the closure that had read both.
  ObserverProgram(
    isDeclaring: false,
    steps: [
      .watch(Watcher(.reader, of: [.opaque, .first, .opaque])),
      .send([.opaque(2), .second(1)], isBatch: true),
    ]),
  // A part that a closure had read before its latest run called it again when it sent.
  ObserverProgram(
    isDeclaring: true,
    steps: [
      .watch(
        Watcher(
          .reader, of: [.first, .second],
          reactions: [
            [.send([.first(1)], isBatch: false)], [.send([.second(1)], isBatch: false)],
          ]))
    ]),
  // Reads of notified observers were attributed to the closure that had sent.
  ObserverProgram(
    isDeclaring: true,
    steps: [
      .watch(
        Watcher(
          .subscriber, of: [.first],
          reactions: [[.watch(Watcher(.tracking, of: [.note])), .read(.second)]])),
      .watch(
        Watcher(.reader, of: [.sum], reactions: [[.send([.first(1)], isBatch: false)]])),
      .send([.second(1)], isBatch: false),
    ]),
  // A part that is not `Equatable` and was read within a notification was notified by the same one.
  ObserverProgram(
    isDeclaring: false,
    steps: [
      .watch(
        Watcher(
          .subscriber, of: [.first],
          reactions: [
            [.watch(Watcher(.tracking, of: [.opaque]))],
            [.watch(Watcher(.tracking, of: [.opaque]))],
          ])),
      .send([.first(1)], isBatch: false),
      .send([.first(2)], isBatch: false),
    ]),
]
