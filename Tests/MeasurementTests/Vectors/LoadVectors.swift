// Made by Scripts/vectors/make_vectors.py with NumPy 2.4.6 and SciPy 1.17.1; not edited by hand.

struct RoundVector: Sendable {
  var values: [Double]
  var confidence: Double
  var centre: Double
  var low: Double
  var high: Double
}

let roundVectors: [RoundVector] = [
  RoundVector(
    values: [
      55.6719, 59.6758,
    ],
    confidence: 0.95,
    centre: 57.63909411172244,
    low: 37.076058762886504,
    high: 89.60675111847694),
  RoundVector(
    values: [
      63.778, 58.0651, 54.4005,
    ],
    confidence: 0.95,
    centre: 58.62231821965335,
    low: 48.06322787018878,
    high: 71.50115266348634),
  RoundVector(
    values: [
      50.8422, 62.6918, 61.4364, 65.6858, 42.8513,
    ],
    confidence: 0.9,
    centre: 56.00918662208637,
    low: 47.235591898056036,
    high: 66.4123992102828),
  RoundVector(
    values: [
      68.5581, 64.3567, 39.3781, 47.5039, 60.7589, 69.7251, 36.1082, 59.6663, 35.059, 39.3021,
      40.4062, 57.5535,
    ],
    confidence: 0.99,
    centre: 49.95268064228275,
    low: 39.477699730212414,
    high: 63.20708451612877),
]

struct AndersonDarlingVector: Sendable {
  var statistic: Double
  var pValue: Double
}

let andersonDarlingVectors: [AndersonDarlingVector] = [
  AndersonDarlingVector(statistic: 0.2, pValue: 0.9904125472497941),
  AndersonDarlingVector(statistic: 0.5, pValue: 0.7468143735303445),
  AndersonDarlingVector(statistic: 0.775, pValue: 0.4994108637689748),
  AndersonDarlingVector(statistic: 1.0, pValue: 0.3572666732140194),
  AndersonDarlingVector(statistic: 1.5, pValue: 0.17647537284204973),
  AndersonDarlingVector(statistic: 1.933, pValue: 0.09999462320822328),
  AndersonDarlingVector(statistic: 1.999, pValue: 0.09195306134317138),
  AndersonDarlingVector(statistic: 2.001, pValue: 0.091720648614801),
  AndersonDarlingVector(statistic: 2.492, pValue: 0.0500221863596082),
  AndersonDarlingVector(statistic: 3.0, pValue: 0.027364788334026335),
  AndersonDarlingVector(statistic: 3.857, pValue: 0.010241153229861188),
  AndersonDarlingVector(statistic: 5.0, pValue: 0.002874421304585928),
  AndersonDarlingVector(statistic: 8.0, pValue: 0.00011381415572664366),
]

struct AndersonDarlingSample: Sendable {
  var values: [Double]
  var statistic: Double
}

let andersonDarlingSamples: [AndersonDarlingSample] = [
  AndersonDarlingSample(
    values: [
      0.085876
    ],
    statistic: 1.5446399330087333),
  AndersonDarlingSample(
    values: [
      0.679063, 0.632946,
    ],
    statistic: 0.8808718151789019),
  AndersonDarlingSample(
    values: [
      0.610531, 0.919243, 0.081875, 0.953944, 0.220417, 0.235492, 0.179024, 0.952222, 0.365825,
    ],
    statistic: 0.8377923643402303),
  AndersonDarlingSample(
    values: [
      0.005413, 0.164861, 0.561432, 0.413976, 0.782084, 0.993032, 0.518616, 0.443529, 0.92132,
      0.174683, 0.894962, 0.659952, 0.82296, 0.019879, 0.147218, 0.788709, 0.490282, 0.526229,
      0.824883, 0.134832, 0.516317, 0.789271, 0.556037, 0.813277, 0.897747, 0.478531, 0.903111,
      0.248924, 0.334332, 0.938, 0.307747, 0.43715, 0.782792, 0.47996, 0.830763, 0.857692,
      0.098202, 0.068724, 0.354271, 0.818457,
    ],
    statistic: 0.9115547614571462),
  AndersonDarlingSample(
    values: [
      0.018236, 0.004501, 0.102864, 0.342123, 0.426764, 0.419133, 0.082801, 0.353903, 0.237136,
      0.597109, 9.9e-05, 0.968029, 0.513763, 0.000806, 0.941719, 0.188146, 0.365658, 0.117638,
      0.471823, 0.993808, 0.683106, 0.899506, 0.729975, 0.138432, 0.169426, 0.000561, 0.994483,
      0.616863, 0.392415, 0.002214, 0.878816, 0.000459, 0.431854, 0.037127, 0.244753, 0.010404,
      0.11982, 0.503536, 0.000127, 0.943432,
    ],
    statistic: 10.508319045263848),
]

struct SerialVector: Sendable {
  var values: [Double]
  var correlation: Double
  var score: Double
}

let serialVectors: [SerialVector] = [
  SerialVector(
    values: [
      1.2318, 0.3018, -0.3428, 0.0692, -0.8107, 1.7305, 1.3089, 1.0571, 0.3023, -1.3999, 0.0253,
    ],
    correlation: 0.29696969696969694,
    score: 0.8909090909090909),
  SerialVector(
    values: [
      1.2318, 0.3018, -0.3428, 0.0692, -0.8107, 1.7305, 1.3089, 1.0571, 0.3023, -1.3999, 0.0253,
      -1.6312, 0.5608, -1.2229, 0.0824, 0.7743, 0.24, 1.0688, 0.195, -0.8069, 1.2789, -0.1753,
      0.3167, -0.3266, 0.2624, -0.4631, -1.7268, 1.6098, 0.5799, -2.2714,
    ],
    correlation: -0.058128078817733984,
    score: -0.3075848814833711),
  SerialVector(
    values: [
      1.2318, 1.5336, 1.1908, 1.26, 0.4493, 2.1798, 3.4887, 4.5458, 4.8481, 3.4482, 3.4735,
      1.8423, 2.4031, 1.1802, 1.2626, 2.0369, 2.2769, 3.3457, 3.5407, 2.7338, 4.0127, 3.8374,
      4.1541, 3.8275, 4.0899, 3.6268, 1.9, 3.5098, 4.0897, 1.8183,
    ],
    correlation: 0.6133004926108374,
    score: 3.245281164803365),
  SerialVector(
    values: [
      1.0, 3.0, 4.0, 4.0, 2.0, 3.0, 3.0, 4.0, 3.0, 3.0, 4.0, 2.0, 1.0, 4.0, 1.0, 4.0, 2.0, 4.0,
      4.0, 3.0, 1.0, 1.0, 4.0, 2.0, 1.0,
    ],
    correlation: -0.1652482269503546,
    score: -0.792502655980045),
  SerialVector(
    values: [
      1.2318, 3.3018, -0.3428, 3.0692, -0.8107, 4.7305, 1.3089, 4.0571, 0.3023, 1.6001, 0.0253,
      1.3688, 0.5608, 1.7771, 0.0824, 3.7743, 0.24, 4.0688, 0.195, 2.1931,
    ],
    correlation: -0.7228070175438598,
    score: -3.0666104615669223),
]
