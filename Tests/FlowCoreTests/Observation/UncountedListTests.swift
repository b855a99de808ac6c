import Testing

@testable import FlowCore

/// An object with a number, counted while it is alive.
private final class Numbered {
  let number: Int
  private let token: CountedToken

  init(_ number: Int, _ live: LiveTokens) {
    self.number = number
    token = CountedToken(live)
  }
}

struct `A list without reference counting` {
  private func numbers(_ list: borrowing UncountedList<Numbered>) -> [Int] {
    (0..<list.count).map { list[$0].takeUnretainedValue().number }
  }

  @Test(arguments: 1...200)
  func `behaves like an array that retains each object once`(seed: Int) {
    var dice = Dice(seed)
    let live = LiveTokens()
    do {
      var list = UncountedList<Numbered>()
      var model: [Int] = []
      for number in 0..<(20 + dice.below(200)) {
        switch dice.below(10) {
        case 0 where !model.isEmpty:
          let place = dice.below(model.count)
          let old = list.replace(at: place, with: Numbered(number, live))
          #expect(old.number == model[place])
          model[place] = number
        case 1 where dice.once(in: 3):
          let first = dice.below(model.count + 1)
          let removed = list.removeLast(from: first)
          #expect(removed.map(\.number) == Array(model[first...]))
          model.removeLast(model.count - first)
        case 2:
          let divisor = dice.pick([1, 2, 3, 7])
          // It releases objects that are retained elsewhere.
          var held: [Numbered] = []
          for index in 0..<list.count { held.append(list[index].takeUnretainedValue()) }
          list.removeAll { $0.number % divisor == 0 }
          model.removeAll { $0 % divisor == 0 }
          #expect(live.count == held.count)
          held = []
        default:
          list.append(Numbered(number, live))
          model.append(number)
        }
        #expect(numbers(list) == model)
        #expect(list.count == model.count && list.isEmpty == model.isEmpty)
        #expect(live.count == model.count)
      }
    }
    #expect(live.count == 0, "it releases all objects at its end")
  }
}
