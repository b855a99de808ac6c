import Foundation
import Testing
import Workloads

/// Actions as JSON, in the format of recorded traces.
@Suite struct ActionTextTests {
  static let golden = #"""
    {"timer":{"_0":{"action":{"start":{}},"index":1}}}
    {"timer":{"_0":{"action":{"finish":{}},"index":1}}}
    {"timer":{"_0":{"action":{"reset":{}},"index":1}}}
    {"timer":{"_0":{"action":{"share":{}},"index":1}}}
    {"timer":{"_0":{"action":{"setSharingStatus":{"_0":2}},"index":1}}}
    {"primes":{"_0":{"action":{"counter":{"_0":{"increment":{}}}},"index":0}}}
    {"primes":{"_0":{"action":{"counter":{"_0":{"decrement":{}}}},"index":0}}}
    {"primes":{"_0":{"action":{"favoritePrimes":{"_0":{"load":{}}}},"index":0}}}
    {"primes":{"_0":{"action":{"favoritePrimes":{"_0":{"loaded":{"_0":[2,3,5,7]}}}},"index":0}}}
    {"primes":{"_0":{"action":{"favoritePrimes":{"_0":{"delete":{"at":{"bits":4}}}}},"index":0}}}
    {"primes":{"_0":{"action":{"favoritePrimes":{"_0":{"save":{}}}},"index":0}}}
    {"primes":{"_0":{"action":{"counter":{"_0":{"nthPrimeRequested":{}}}},"index":2}}}
    {"primes":{"_0":{"action":{"counter":{"_0":{"nthPrimeAnswered":{"_0":2}}}},"index":2}}}
    {"primes":{"_0":{"action":{"primeModal":{"_0":{"saveFavorite":{}}}},"index":2}}}
    {"primes":{"_0":{"action":{"primeModal":{"_0":{"removeFavorite":{}}}},"index":0}}}
    {"profile":{"_0":{"action":{"setName":{"_0":"Emmy"}},"index":0}}}
    {"profile":{"_0":{"action":{"setAge":{"_0":44}},"index":0}}}
    {"login":{"_0":{"action":{"login":{"user":"victor"}},"index":0}}}
    {"login":{"_0":{"action":{"loginFailed":{"_0":1}},"index":0}}}
    {"login":{"_0":{"action":{"loginSucceeded":{"user":"peggy"}},"index":0}}}
    {"login":{"_0":{"action":{"logOut":{}},"index":0}}}
    {"login":{"_0":{"action":{"dismissError":{}},"index":2}}}
    {"notes":{"_0":{"action":{"remove":{"id":9}},"index":0}}}
    {"notes":{"_0":{"action":{"setSelection":{}},"index":0}}}
    {"notes":{"_0":{"action":{"setSelection":{"_0":6}},"index":0}}}
    {"shop":{"_0":{"action":{"add":{"_0":"ginger"}},"index":1}}}
    {"shop":{"_0":{"action":{"remove":{"_0":"onions"}},"index":1}}}
    {"search":{"_0":{"action":{"search":{"_0":"mo"}},"index":0}}}
    """#

  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `an action of the app is encoded under its module's name`() throws {
    for line in Self.golden.split(separator: "\n") {
      let action = try JSONDecoder().decode(AppFeature.Action.self, from: Data(line.utf8))
      #expect(try text(action) == line)
    }
  }

  @Test(arguments: [
    "{}", #"{"carts":{"_0":{"index":0,"action":{"add":{"_0":"tea"}}}}}"#,
    #"{"timer":{"_0":{"index":0,"action":{"start":{}}}},"shop":{"_0":{"index":0}}}"#,
    #"{"":{"_0":{}}}"#, #"{"timer":{"index":0,"action":{"start":{}}}}"#, #"{"timer":{}}"#,
  ])
  func `JSON that is not one module's action is refused`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AppFeature.Action.self, from: Data(text.utf8))
    }
  }

  @Test func `keys without a module are ignored`() throws {
    let text = #"{"carts":1,"timer":{"_0":{"index":2,"action":{"start":{}}}}}"#
    let action = try JSONDecoder().decode(AppFeature.Action.self, from: Data(text.utf8))
    #expect(action == .timer(.init(index: 2, action: .start)))
  }

  /// Returns a digest of the lines of 10,000 generated actions (FNV-1a, 64 bits).
  private func stream<F: Feature>(_ feature: F, _ distribution: Distribution) throws -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for action in actions(of: feature, distribution, seed: 7, count: 10_000) {
      for byte in try encoder.encode(action) + [10] {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    return hash
  }

  @Test func `independent actions have the same JSON as before`() throws {
    let digests: [UInt64] = [
      13_014_562_530_566_478_149, 8_566_344_931_037_891_644, 11_198_036_165_803_443_339,
      1_293_384_352_519_476_792, 1_574_246_937_721_373_104, 13_302_847_705_784_288_336,
      479_968_081_216_154_198, 3_465_874_954_366_845_920, 8_183_538_116_186_860_431,
      11_879_518_455_998_301_284, 8_959_467_470_906_179_861,
    ]
    for (module, digest) in zip(allModules, digests) {
      let found = try stream(module, .uniform)
      #expect(found == digest, "\(module)")
    }
  }

  @Test func `actions of sessions have the same JSON as before`() throws {
    let digests: [UInt64] = [
      9_669_731_549_808_012_432, 403_939_620_470_597_558, 7_568_632_330_761_862_345,
      18_412_497_623_510_898_172, 6_534_947_152_810_683_820, 4_137_131_820_617_089_050,
      7_909_461_507_988_226_296, 11_697_406_926_671_203_348, 10_939_923_083_123_866_563,
      16_099_766_087_176_161_118, 8_959_467_470_906_179_861,
    ]
    for (module, digest) in zip(allModules, digests) {
      let found = try stream(module, .session(users: 8))
      #expect(found == digest, "\(module)")
    }
  }

  @Test func `actions of copies and of the app have the same JSON as before`() throws {
    #expect(try stream(Copies(PrimesFeature(), count: 5), .uniform) == 9_074_545_224_748_031_187)
    #expect(try stream(AppFeature(copies: 1), .uniform) == 8_362_171_783_456_062_735)
    #expect(try stream(AppFeature(copies: 3), .uniform) == 1_962_031_170_659_388_074)
    #expect(try stream(AppFeature(copies: 100), .uniform) == 2_362_279_961_701_976_304)
    #expect(
      try stream(Copies(PrimesFeature(), count: 5), .session(users: 8))
        == 6_693_293_513_135_284_217)
    #expect(try stream(AppFeature(copies: 1), .session(users: 8)) == 3_927_346_282_088_074_106)
    #expect(try stream(AppFeature(copies: 3), .session(users: 8)) == 11_908_463_650_331_412_579)
    #expect(try stream(AppFeature(copies: 100), .session(users: 8)) == 9_301_428_797_302_523_620)
    #expect(
      try stream(Copies(PrimesFeature(), count: 5), .zipf(exponent: 1.2))
        == 12_867_063_982_245_477_787)
    #expect(try stream(AppFeature(copies: 1), .zipf(exponent: 1.2)) == 12_319_824_957_502_712_902)
    #expect(try stream(AppFeature(copies: 3), .zipf(exponent: 1.2)) == 7_634_329_846_449_765_130)
    #expect(try stream(AppFeature(copies: 100), .zipf(exponent: 1.2)) == 13_016_181_097_381_696_315)
  }

  @Test func `answers and states of the app are the same as before`() throws {
    let app = AppFeature(copies: 3)
    var state = app.initialState
    var (hash, count) = (0xcbf2_9ce4_8422_2325 as UInt64, 0)
    for action in actions(of: app, .session(users: 5), seed: 11, count: 10_000) {
      var next: AppFeature.Action? = action
      while let action = next {
        count += 1
        for byte in try encoder.encode(action) + [10] {
          hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        app.reduce(into: &state, action: action)
        next = app.request(for: action, after: state).flatMap { app.perform($0) }
      }
    }
    var digest = Digest()
    for slot in 0..<app.slotCount {
      app.digest(state, slot: slot, into: &digest)
      digest.combine(app.drawn(state, slot: slot))
      digest.combine(app.derived(state, slot: slot))
    }
    #expect(count == 11_629)
    #expect(hash == 11_175_162_578_588_292_890)
    #expect(digest.value == 11_775_522_447_552_281_998)
  }
}
