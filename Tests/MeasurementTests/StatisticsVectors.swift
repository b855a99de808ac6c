// Computed with NumPy 2.4.6 and SciPy 1.17.1; not edited by hand.

struct StatisticsVector: Sendable {
  var name: String
  var samples: [Double]
  var mean: Double
  /// At 25, 50, 75, 90, 99 and 99.9 per cent.
  var quantiles: [Double]
  var mad: Double
  var correlation: Double?
}

let statisticsVectors: [StatisticsVector] = [
  StatisticsVector(
    name: "two",
    samples: [
      3.0, 1.0,
    ],
    mean: 2.0,
    quantiles: [
      1.5, 2.0, 2.5, 2.8, 2.98, 2.998,
    ],
    mad: 1.0,
    correlation: nil),
  StatisticsVector(
    name: "ten",
    samples: [
      5.9527, 50.6292, 17.1546, 27.4531, 39.1105, 42.7315, 51.3928, 0.7437, 36.4678, 25.383,
    ],
    mean: 29.70189,
    quantiles: [
      19.2117, 31.96045, 41.82625, 50.70556, 51.324076, 51.3859276,
    ],
    mad: 12.78845,
    correlation: 0.018181818181818),
  StatisticsVector(
    name: "ties",
    samples: [
      1.0, 5.0, 4.0, 5.0, 2.0, 4.0, 4.0, 4.0, 1.0, 3.0, 4.0, 5.0, 4.0, 3.0, 3.0, 2.0, 1.0, 2.0,
      1.0, 2.0, 5.0, 3.0, 1.0, 3.0,
    ],
    mean: 3.0,
    quantiles: [
      2.0, 3.0, 4.0, 5.0, 5.0, 5.0,
    ],
    mad: 1.0,
    correlation: -0.32238023370594),
  StatisticsVector(
    name: "constant",
    samples: [
      4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5,
    ],
    mean: 4.5,
    quantiles: [
      4.5, 4.5, 4.5, 4.5, 4.5, 4.5,
    ],
    mad: 0.0,
    correlation: nil),
  StatisticsVector(
    name: "negative",
    samples: [
      -0.0002323, -0.0001487, 0.0006418, 0.0018246, -0.0007132, 0.0013482, -0.00123, 0.000175,
      -0.0011695, 0.0013515, 0.0008339, 0.0011377, -0.0008855, 0.0006846, -0.000519,
    ],
    mean: 0.00020660666666667,
    quantiles: [
      -0.0006161, 0.000175, 0.0009858, 0.00135018, 0.001758366, 0.0018179766,
    ],
    mad: 0.0008882,
    correlation: -0.025),
  StatisticsVector(
    name: "large",
    samples: [
      1000000000004.0, 1000000000319.0, 1000000000408.0, 1000000000695.0, 1000000000411.0,
      1000000000313.0, 1000000000078.0, 1000000000261.0, 1000000000105.0, 1000000000700.0,
      1000000000427.0, 1000000000227.0, 1000000000540.0, 1000000000493.0, 1000000000472.0,
      1000000000580.0,
    ],
    mean: 1000000000377.1,
    quantiles: [
      1000000000252.5, 1000000000409.5, 1000000000504.8, 1000000000637.5, 1000000000699.2,
      1000000000699.9,
    ],
    mad: 139.5,
    correlation: 0.43823529411765),
]

struct RankVector: Sendable {
  var count: Int
  var confidence: Double
  var low: Int?
  var coverage: Double?
}

let rankVectors: [RankVector] = [
  RankVector(count: 3, confidence: 0.5, low: 1, coverage: 0.75),
  RankVector(count: 3, confidence: 0.95, low: nil, coverage: nil),
  RankVector(count: 3, confidence: 0.99, low: nil, coverage: nil),
  RankVector(count: 6, confidence: 0.5, low: 2, coverage: 0.78125),
  RankVector(count: 6, confidence: 0.95, low: 1, coverage: 0.96875),
  RankVector(count: 6, confidence: 0.99, low: nil, coverage: nil),
  RankVector(count: 20, confidence: 0.5, low: 8, coverage: 0.73682403564453),
  RankVector(count: 20, confidence: 0.95, low: 6, coverage: 0.95861053466797),
  RankVector(count: 20, confidence: 0.99, low: 4, coverage: 0.99742317199707),
  RankVector(count: 1075, confidence: 0.5, low: 526, coverage: 0.5358111201069),
  RankVector(count: 1075, confidence: 0.95, low: 505, coverage: 0.95593352062015),
  RankVector(count: 1075, confidence: 0.99, low: 495, coverage: 0.99131405097735),
  RankVector(count: 100000, confidence: 0.5, low: 49893, coverage: 0.50342550120228),
  RankVector(count: 100000, confidence: 0.95, low: 49690, coverage: 0.95044428533048),
  RankVector(count: 100000, confidence: 0.99, low: 49593, coverage: 0.99004154119872),
]

struct BoundRankVector: Sendable {
  var count: Int
  /// At a one-sided 99 %; nil if no sample is below.
  var rank: Int?
}

let boundRankVectors: [BoundRankVector] = [
  BoundRankVector(count: 6, rank: nil),
  BoundRankVector(count: 7, rank: 1),
  BoundRankVector(count: 10, rank: 1),
  BoundRankVector(count: 11, rank: 2),
  BoundRankVector(count: 20, rank: 5),
  BoundRankVector(count: 60, rank: 21),
]

struct WelchVector: Sendable {
  var base: [Double]
  var candidate: [Double]
  var ratio: Double
  var degrees: Double
  var low: Double
  var high: Double
}

let welchVectors: [WelchVector] = [
  WelchVector(
    base: [
      19.87808, 20.73926,
    ],
    candidate: [
      18.08424, 32.79213,
    ],
    ratio: 1.1993642496626,
    degrees: 1.0101560388107,
    low: 0.029601007714638,
    high: 48.595460574721),
  WelchVector(
    base: [
      19.89478, 19.8716, 21.23112,
    ],
    candidate: [
      19.02308, 21.84928, 18.45316,
    ],
    ratio: 0.97039364361343,
    degrees: 2.6861978004026,
    low: 0.80090894343125,
    high: 1.1757439235615),
  WelchVector(
    base: [
      23.37365, 24.49188, 19.12698,
    ],
    candidate: [
      19.0648, 8.35782, 15.90913, 14.92494, 7.90917,
    ],
    ratio: 0.56070963560328,
    degrees: 5.230298123028,
    low: 0.342593503075,
    high: 0.91769193705211),
]

struct BetaVector: Sendable {
  var x: Double
  var a: Double
  var b: Double
  var value: Double
}

let betaVectors: [BetaVector] = [
  BetaVector(x: 0.25, a: 0.5, b: 0.5, value: 0.33333333333333),
  BetaVector(x: 0.5, a: 0.5, b: 0.5, value: 0.5),
  BetaVector(x: 0.999, a: 0.5, b: 0.5, value: 0.97986495836662),
  BetaVector(x: 0.2, a: 2.0, b: 3.0, value: 0.1808),
  BetaVector(x: 0.4, a: 2.0, b: 3.0, value: 0.5248),
  BetaVector(x: 0.999, a: 2.0, b: 3.0, value: 0.999999996003),
  BetaVector(x: 0.15, a: 30.0, b: 70.0, value: 8.6111581174084e-05),
  BetaVector(x: 0.3, a: 30.0, b: 70.0, value: 0.51162510455861),
  BetaVector(x: 0.999, a: 30.0, b: 70.0, value: 1.0),
  BetaVector(x: 0.00024987506246877, a: 0.5, b: 1000.0, value: 0.52036259649459),
  BetaVector(x: 0.00049975012493753, a: 0.5, b: 1000.0, value: 0.68256852189926),
  BetaVector(x: 0.999, a: 0.5, b: 1000.0, value: 1.0),
  BetaVector(x: 0.25, a: 900.0, b: 900.0, value: 6.7400094106487e-115),
  BetaVector(x: 0.5, a: 900.0, b: 900.0, value: 0.5),
  BetaVector(x: 0.999, a: 900.0, b: 900.0, value: 1.0),
]

struct StudentVector: Sendable {
  var degrees: Double
  var t: Double
  var p: Double
}

let studentVectors: [StudentVector] = [
  StudentVector(degrees: 1.0, t: -318309886.18379, p: 1e-09),
  StudentVector(degrees: 1.0, t: -12.706204736175, p: 0.025),
  StudentVector(degrees: 1.0, t: -0.00031415927569454, p: 0.49990000000004),
  StudentVector(degrees: 1.0, t: 12.706204736175, p: 0.975),
  StudentVector(degrees: 2.5, t: -3489.58339537, p: 1e-09),
  StudentVector(degrees: 2.5, t: -3.5746548420037, p: 0.025),
  StudentVector(degrees: 2.5, t: -0.00027638913918027, p: 0.4999),
  StudentVector(degrees: 2.5, t: 3.5746548420037, p: 0.975),
  StudentVector(degrees: 18.0, t: -11.00722407751, p: 1e-09),
  StudentVector(degrees: 18.0, t: -2.100922040241, p: 0.025),
  StudentVector(degrees: 18.0, t: -0.00025416673817908, p: 0.4999),
  StudentVector(degrees: 18.0, t: 2.100922040241, p: 0.975),
  StudentVector(degrees: 1000.0, t: -6.0536902720798, p: 1e-09),
  StudentVector(degrees: 1000.0, t: -1.9623390808264, p: 0.025),
  StudentVector(degrees: 1000.0, t: -0.00025072550362289, p: 0.4999),
  StudentVector(degrees: 1000.0, t: 1.9623390808264, p: 0.975),
]

struct ProportionVector: Sendable {
  var successes: Int
  var tries: Int
  var confidence: Double
  var low: Double
  var high: Double
  var atLeast: Double
  var atMost: Double
}

let proportionVectors: [ProportionVector] = [
  ProportionVector(
    successes: 3,
    tries: 200,
    confidence: 0.95,
    low: 0.0031041076215535,
    high: 0.043208281917713,
    atLeast: 0.0041006133350699,
    atMost: 0.038309708498569),
  ProportionVector(
    successes: 100,
    tries: 200,
    confidence: 0.99,
    low: 0.40735189749805,
    high: 0.59264810250195,
    atLeast: 0.4159551304993,
    atMost: 0.5840448695007),
  ProportionVector(
    successes: 200,
    tries: 200,
    confidence: 0.9,
    low: 0.98513296076873,
    high: 1.0,
    atLeast: 0.98855309465694,
    atMost: 1.0),
  ProportionVector(
    successes: 0,
    tries: 1000000,
    confidence: 0.95,
    low: 0.0,
    high: 3.6888726502065e-06,
    atLeast: 0.0,
    atMost: 2.9957277863525e-06),
]

struct PowerLawVector: Sendable {
  var sizes: [Double]
  var costs: [Double]
  var exponent: Double
  var low: Double
  var high: Double
}

let powerLawVectors: [PowerLawVector] = [
  PowerLawVector(
    sizes: [
      1.0, 1.0, 1.0, 10.0, 10.0, 10.0, 100.0, 100.0, 100.0, 1000.0, 1000.0, 1000.0,
    ],
    costs: [
      3.6559, 3.9233, 3.4352, 32.3235, 33.7047, 36.1034, 327.9369, 360.4924, 340.2922, 3325.8109,
      3246.8715, 3289.7183,
    ],
    exponent: 0.98611839926803,
    low: 0.97404301436131,
    high: 0.99819378417475),
  PowerLawVector(
    sizes: [
      1.0, 10.0, 100.0, 1000.0,
    ],
    costs: [
      933.2134, 215.9294, 91.411, 31.2409,
    ],
    exponent: -0.47990856064722,
    low: -0.63791688255477,
    high: -0.32190023873968),
]
