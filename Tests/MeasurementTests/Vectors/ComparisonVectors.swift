// Made by Scripts/vectors/make_vectors.py with NumPy 2.4.6 and SciPy 1.17.1; not edited by hand.

struct BoundRankVector: Sendable {
  var count: Int
  /// At a one-sided 99 %; nil when no sample is below.
  var rank: Int?
}

let boundRankVectors: [BoundRankVector] = [
  BoundRankVector(count: 5, rank: nil),
  BoundRankVector(count: 6, rank: nil),
  BoundRankVector(count: 7, rank: 1),
  BoundRankVector(count: 8, rank: 1),
  BoundRankVector(count: 9, rank: 1),
  BoundRankVector(count: 10, rank: 1),
  BoundRankVector(count: 11, rank: 2),
  BoundRankVector(count: 12, rank: 2),
  BoundRankVector(count: 13, rank: 2),
  BoundRankVector(count: 14, rank: 3),
  BoundRankVector(count: 15, rank: 3),
  BoundRankVector(count: 16, rank: 3),
  BoundRankVector(count: 17, rank: 4),
  BoundRankVector(count: 18, rank: 4),
  BoundRankVector(count: 19, rank: 5),
  BoundRankVector(count: 20, rank: 5),
  BoundRankVector(count: 21, rank: 5),
  BoundRankVector(count: 22, rank: 6),
  BoundRankVector(count: 23, rank: 6),
  BoundRankVector(count: 24, rank: 6),
  BoundRankVector(count: 25, rank: 7),
  BoundRankVector(count: 26, rank: 7),
  BoundRankVector(count: 27, rank: 8),
  BoundRankVector(count: 28, rank: 8),
  BoundRankVector(count: 29, rank: 8),
  BoundRankVector(count: 30, rank: 9),
  BoundRankVector(count: 31, rank: 9),
  BoundRankVector(count: 32, rank: 9),
  BoundRankVector(count: 33, rank: 10),
  BoundRankVector(count: 34, rank: 10),
  BoundRankVector(count: 35, rank: 11),
  BoundRankVector(count: 36, rank: 11),
  BoundRankVector(count: 37, rank: 11),
  BoundRankVector(count: 38, rank: 12),
  BoundRankVector(count: 39, rank: 12),
  BoundRankVector(count: 40, rank: 13),
  BoundRankVector(count: 41, rank: 13),
  BoundRankVector(count: 42, rank: 14),
  BoundRankVector(count: 43, rank: 14),
  BoundRankVector(count: 44, rank: 14),
  BoundRankVector(count: 45, rank: 15),
  BoundRankVector(count: 46, rank: 15),
  BoundRankVector(count: 47, rank: 16),
  BoundRankVector(count: 48, rank: 16),
  BoundRankVector(count: 49, rank: 16),
  BoundRankVector(count: 50, rank: 17),
  BoundRankVector(count: 51, rank: 17),
  BoundRankVector(count: 52, rank: 18),
  BoundRankVector(count: 53, rank: 18),
  BoundRankVector(count: 54, rank: 19),
  BoundRankVector(count: 55, rank: 19),
  BoundRankVector(count: 56, rank: 19),
  BoundRankVector(count: 57, rank: 20),
  BoundRankVector(count: 58, rank: 20),
  BoundRankVector(count: 59, rank: 21),
  BoundRankVector(count: 60, rank: 21),
]

struct MannWhitneyVector: Sendable {
  var base: [Double]
  var candidate: [Double]
  var u: Double
  var effect: Double
  var pValue: Double
  var isExact: Bool
}

let mannWhitneyVectors: [MannWhitneyVector] = [
  MannWhitneyVector(
    base: [
      1.0
    ],
    candidate: [
      2.0
    ],
    u: 1.0,
    effect: 1.0,
    pValue: 1.0,
    isExact: true),
  MannWhitneyVector(
    base: [
      3.0, 1.0, 2.0,
    ],
    candidate: [
      6.0, 5.0, 4.0,
    ],
    u: 9.0,
    effect: 1.0,
    pValue: 0.1,
    isExact: true),
  MannWhitneyVector(
    base: [
      100.555, 99.581, 95.979, 89.239, 106.059, 97.59, 99.026,
    ],
    candidate: [
      103.586, 105.084, 102.772, 107.63, 108.549, 106.711, 110.996, 100.859, 112.544,
    ],
    u: 59.0,
    effect: 0.9365079365079365,
    pValue: 0.002097902097902098,
    isExact: true),
  MannWhitneyVector(
    base: [
      95.0078, 97.9273, 95.4911, 97.349, 97.7279, 102.3081, 112.1351, 94.8896, 99.3083, 89.6335,
      99.4426, 100.8356, 106.249, 107.3115, 106.6333, 101.1014, 102.436, 97.8444, 111.6904,
      98.4088,
    ],
    candidate: [
      95.6857, 101.3158, 112.8964, 105.2305, 109.5318, 108.1248, 103.6662, 93.6854, 110.2601,
      98.6114, 96.555, 95.1548, 94.9667, 100.5925, 102.6109, 95.7745, 96.6615, 99.1494, 98.5229,
      97.815,
    ],
    u: 198.0,
    effect: 0.495,
    pValue: 0.9680023952887521,
    isExact: true),
  MannWhitneyVector(
    base: [
      10.7272
    ],
    candidate: [
      7.0423, 19.3027, 5.9197, 4.0011, 3.2997, 1.9831, 0.8653, 25.4064, 6.7416, 8.1716, 5.9086,
      16.6236, 27.3354, 3.997, 0.6182, 2.2699, 5.0962, 21.7953, 5.9471, 23.4286, 20.3791, 8.2904,
      13.0946, 3.5535, 32.7745, 0.2488, 5.6609, 5.8692, 18.8317, 1.4742, 4.2656, 5.5612, 18.7605,
      2.3076, 8.1696, 3.9838, 11.848, 2.867, 14.6636, 7.6309, 13.814, 15.3189, 0.2473, 2.9096,
      3.1014, 5.4821, 0.8416, 22.6962, 1.9684, 3.1378, 0.5266, 4.3352, 0.3787, 0.3121, 20.0514,
      1.3594, 5.8465, 1.0561, 18.167, 10.1564,
    ],
    u: 18.0,
    effect: 0.3,
    pValue: 0.6229508196721312,
    isExact: true),
  MannWhitneyVector(
    base: [
      100.30152, 102.21878, 100.28332, 101.10908, 100.15616, 98.86603, 98.08297, 99.33598,
      100.02812, 101.02451, 98.86135, 99.37015, 99.91254, 102.37207, 99.5681, 100.19649,
      102.22533, 99.8376, 101.06211, 99.56834,
    ],
    candidate: [
      102.00957, 101.54283, 101.84936, 101.50013, 100.12709, 100.52065, 101.62437, 101.17833,
      98.44758, 99.07733, 100.52364, 101.08237, 99.62719, 100.13894, 97.56447, 101.48003,
      100.36218, 100.02973, 101.3707, 100.95592, 97.60459,
    ],
    u: 249.0,
    effect: 0.5928571428571429,
    pValue: 0.31530245208174557,
    isExact: false),
  MannWhitneyVector(
    base: [
      100.74363, 99.59012, 98.03653, 99.8001, 100.2135, 100.39837, 101.09503, 100.41985, 100.2767,
      100.55635, 100.6983, 101.46195, 100.20031, 100.7879, 100.2029, 101.43075, 100.68978,
      100.84294, 100.77455, 99.34891, 99.07939, 100.88883, 97.6499, 99.90489, 101.39922, 98.41948,
      100.07428, 99.38273, 101.08803, 98.3747, 99.48141, 99.35145, 99.45165, 101.06682, 99.95109,
      99.58959, 100.57927, 100.90816, 100.43611, 100.4112,
    ],
    candidate: [
      100.70623, 100.98266, 101.55037, 101.296, 102.4821, 100.74864, 103.26144, 100.85709,
      100.53629, 100.96103, 101.59777, 100.53872, 103.21769, 101.79891, 102.29561, 101.5968,
      100.7668, 99.46368, 102.00136, 102.14749, 100.45603, 101.13502, 101.9423, 100.51477,
      101.97669, 101.69357, 100.84719, 101.8973, 100.79858, 99.61909,
    ],
    u: 1000.0,
    effect: 0.8333333333333334,
    pValue: 2.1246370443663236e-06,
    isExact: false),
  MannWhitneyVector(
    base: [
      5.0, 8.0, 4.0, 8.0, 3.0, 8.0, 3.0, 2.0, 4.0, 3.0, 1.0, 6.0,
    ],
    candidate: [
      6.0, 8.0, 3.0, 7.0, 10.0, 5.0, 9.0, 7.0, 4.0, 4.0, 9.0, 5.0, 6.0, 7.0, 4.0,
    ],
    u: 127.0,
    effect: 0.7055555555555556,
    pValue: 0.07255788194979856,
    isExact: false),
  MannWhitneyVector(
    base: [
      3.0, 2.0, 3.0, 2.0, 1.0, 2.0, 1.0, 2.0, 3.0, 3.0, 2.0, 2.0, 1.0, 2.0, 1.0, 3.0, 1.0, 3.0,
      2.0, 2.0, 3.0, 2.0, 3.0, 2.0, 3.0, 1.0, 1.0, 3.0, 3.0, 2.0, 1.0, 1.0, 1.0, 3.0, 1.0, 1.0,
      3.0, 3.0, 2.0, 2.0,
    ],
    candidate: [
      2.0, 2.0, 2.0, 1.0, 3.0, 3.0, 2.0, 3.0, 1.0, 1.0, 2.0, 3.0, 3.0, 1.0, 3.0, 2.0, 3.0, 3.0,
      2.0, 2.0, 1.0, 3.0, 1.0, 1.0, 3.0, 3.0, 3.0, 2.0, 1.0, 1.0,
    ],
    u: 621.0,
    effect: 0.5175,
    pValue: 0.7960977654770679,
    isExact: false),
  MannWhitneyVector(
    base: [
      1.0, 2.0, 3.0,
    ],
    candidate: [
      1.0, 2.0, 3.0,
    ],
    u: 4.5,
    effect: 0.5,
    pValue: 1.0,
    isExact: false),
]

struct BootstrapVector: Sendable {
  var base: [Double]
  var candidate: [Double]
  var seed: UInt64
  var resamples: Int
  var confidence: Double
  var ratio: Double
  var low: Double
  var high: Double
}

let bootstrapVectors: [BootstrapVector] = [
  BootstrapVector(
    base: [
      98.729, 103.186, 96.281, 107.279, 100.154, 103.919, 106.081,
    ],
    candidate: [
      107.902, 100.688, 104.018, 122.023, 120.667, 113.122, 112.795, 106.741, 112.234, 106.758,
    ],
    seed: 6874168735676898775,
    resamples: 300,
    confidence: 0.95,
    ratio: 1.0666950942957376,
    low: 1.0063017882561438,
    high: 1.1449962776894327),
  BootstrapVector(
    base: [
      99.129, 103.079, 100.534, 102.673, 99.192, 101.566, 108.562, 102.331, 89.389, 108.736,
      94.141, 101.295,
    ],
    candidate: [
      97.873, 104.542, 115.416, 114.786, 121.125, 107.422, 111.742, 115.175, 103.62,
    ],
    seed: 3284392008541491810,
    resamples: 999,
    confidence: 0.9,
    ratio: 1.1016607430703784,
    low: 1.0254393149482337,
    high: 1.1456323233930807),
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
    ratio: 1.1993642496626007,
    degrees: 1.0101560388107345,
    low: 0.029601007714638396,
    high: 48.59546057472137),
  WelchVector(
    base: [
      19.89478, 19.8716, 21.23112,
    ],
    candidate: [
      19.02308, 21.84928, 18.45316,
    ],
    ratio: 0.9703936436134333,
    degrees: 2.6861978004026232,
    low: 0.8009089434312545,
    high: 1.1757439235614957),
  WelchVector(
    base: [
      23.37365, 24.49188, 19.12698,
    ],
    candidate: [
      19.0648, 8.35782, 15.90913, 14.92494, 7.90917,
    ],
    ratio: 0.5607096356032785,
    degrees: 5.230298123028002,
    low: 0.34259350307499553,
    high: 0.9176919370521119),
  WelchVector(
    base: [
      19.73692, 20.79921, 20.51214, 20.34503, 20.33126, 20.10036, 19.49495, 20.65916, 19.78075,
      19.8565, 19.9097, 19.87364, 19.52956, 19.95208, 18.9696, 19.78538, 19.76834, 20.46684,
      19.89229, 20.48258,
    ],
    candidate: [
      21.23598, 19.43761, 20.9424, 22.68656, 22.21074, 20.77631, 18.98021, 20.30055, 19.92495,
    ],
    ratio: 1.034112719498134,
    degrees: 9.080443661315861,
    low: 0.9880409701121555,
    high: 1.0823327665313685),
]
