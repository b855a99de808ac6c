import FlowCoreModel

/// Programs of observers in which a store and the model once differed, as small as they could be made.
let observersOnceDifferent: [ObserverProgram] = [
  // A closure that restored a state while it ran, and then read what cannot be compared, was called once
  // more for that.
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
  // Of two parts that cannot be compared each called the closure that had read both.
  ObserverProgram(
    isDeclaring: false,
    steps: [
      .watch(Watcher(.reader, of: [.opaque, .first, .opaque])),
      .send([.opaque(2), .second(1)], isBatch: true),
    ]),
  // What a closure had read before its latest run called it again, when it sent in that.
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
  // Whoever was notified read for the closure that had sent.
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
  // What cannot be compared, and was read within a notification, was notified of by the same one.
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
