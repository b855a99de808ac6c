// Made by Scripts/vectors/make_vectors.py with NumPy 2.4.6 and SciPy 1.17.1; not edited by hand.

struct StatisticsVector: Sendable {
  var name: String
  var samples: [Double]
  var mean: Double
  /// At 25, 50, 75, 90, 99 and 99.9 per cent.
  var quantiles: [Double]
  var mad: Double
  var correlation: Double?
}

struct RankVector: Sendable {
  var count: Int
  var confidence: Double
  var low: Int?
  var coverage: Double?
}

let statisticsVectors: [StatisticsVector] = [
  StatisticsVector(
    name: "one",
    samples: [
      7.25
    ],
    mean: 7.25,
    quantiles: [
      7.25, 7.25, 7.25, 7.25, 7.25, 7.25,
    ],
    mad: 0.0,
    correlation: nil),
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
    name: "five",
    samples: [
      85.0, 18.0, 3.0, 64.0, 37.0,
    ],
    mean: 41.4,
    quantiles: [
      18.0, 37.0, 64.0, 76.6, 84.16, 84.916,
    ],
    mad: 27.0,
    correlation: nil),
  StatisticsVector(
    name: "six",
    samples: [
      106.979, 103.191, 98.54, 98.44, 101.519, 98.662,
    ],
    mean: 101.22183333333334,
    quantiles: [
      98.57050000000001, 100.0905, 102.773, 105.08500000000001, 106.7896, 106.96006,
    ],
    mad: 1.6005000000000038,
    correlation: nil),
  StatisticsVector(
    name: "ten",
    samples: [
      25.383, 67.5575, 111.2613, 54.9035, 17.9237, 6.6873, 21.9783, 11.1008, 37.3358, 14.5248,
    ],
    mean: 36.8656,
    quantiles: [
      15.374525, 23.68065, 50.511575, 71.92787999999999, 107.32795800000001, 110.8679658,
    ],
    mad: 13.1175,
    correlation: -0.5636363636363636),
  StatisticsVector(
    name: "ties",
    samples: [
      3.0, 1.0, 2.0, 5.0, 3.0, 1.0, 3.0, 2.0, 4.0, 5.0, 1.0, 3.0, 3.0, 5.0, 2.0, 1.0, 1.0, 3.0,
      3.0, 2.0, 3.0, 4.0, 2.0, 5.0,
    ],
    mean: 2.7916666666666665,
    quantiles: [
      2.0, 3.0, 3.25, 5.0, 5.0, 5.0,
    ],
    mad: 1.0,
    correlation: 0.11158516982787009),
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
    name: "tail",
    samples: [
      77.59152, 46.2436, 62.65959, 8.28517, 39.8274, 11.95305, 12.71287, 33.33264, 48.26556,
      24.64121, 10.71895, 8.795, 85.14171, 36.37733, 41.25317, 178.30368, 8.88298, 259.682,
      469.14324, 101.3331, 45.92945, 10.34164, 54.2979, 12.90104, 19.65534, 15.02277, 26.67775,
      72.82634, 11.52382, 7.4977, 7.36724, 7.62721, 4.80135, 8.06123, 73.20514, 11.09715, 25.9743,
      5.9483, 23.79917, 3.52267, 9.9866,
    ],
    mean: 49.346533658536586,
    quantiles: [
      9.9866, 23.79917, 48.26556, 85.14171, 385.3587440000003, 460.76479040000015,
    ],
    mad: 16.028229999999997,
    correlation: -0.4167247386759583),
  StatisticsVector(
    name: "rising",
    samples: [
      54.509, 49.234, 53.04, 52.11, 51.294, 50.696, 54.974, 52.445, 56.255, 52.162, 54.115,
      55.331, 55.546, 52.732, 54.272, 55.608, 54.693, 58.155, 58.376, 53.686, 54.389, 55.837,
      59.035, 63.266, 58.835, 60.501, 58.274, 58.706, 57.286, 61.543,
    ],
    mean: 55.56349999999999,
    quantiles: [
      53.201499999999996, 55.1525, 58.24425, 59.181599999999996, 62.76633, 63.216032999999996,
    ],
    mad: 2.5640000000000036,
    correlation: 0.796662958843159),
  StatisticsVector(
    name: "falling",
    samples: [
      200.947, 198.643, 199.396, 197.198, 195.964, 195.517, 194.487, 194.148, 191.198, 188.712,
      190.115, 188.388, 187.973, 188.664, 184.897, 185.765, 184.946, 183.461, 183.119, 180.542,
      179.318, 180.039, 178.72, 178.39, 176.212,
    ],
    mean: 188.27036,
    quantiles: [
      183.119, 188.388, 194.487, 198.065, 200.57476, 200.909776,
    ],
    mad: 6.0989999999999895,
    correlation: -0.9930769230769231),
  StatisticsVector(
    name: "negative",
    samples: [
      0.0016236, -0.0002821, -0.0010603, -0.0020371, -0.0011014, 0.0008185, -0.0014649,
      -0.0004524, 0.0021066, 0.0008468, 0.001791, -0.0009916, -0.00246, 0.0015164, -0.0014169,
    ],
    mean: -0.00017092000000000005,
    quantiles: [
      -0.0012591500000000001, -0.0004524, 0.0011816, 0.00172404, 0.002062416,
      0.0021021816000000005,
    ],
    mad: 0.0012709,
    correlation: -0.03214285714285714),
  StatisticsVector(
    name: "large",
    samples: [
      1000000000209.0, 1000000000762.0, 1000000000267.0, 1000000000059.0, 1000000000914.0,
      1000000000359.0, 1000000000318.0, 1000000000047.0, 1000000000585.0, 1000000000279.0,
      1000000000238.0, 1000000000676.0, 1000000000667.0, 1000000000146.0, 1000000000127.0,
      1000000000242.0,
    ],
    mean: 1000000000368.4375,
    quantiles: [
      1000000000193.25, 1000000000273.0, 1000000000605.5, 1000000000719.0, 1000000000891.2,
      1000000000911.72,
    ],
    mad: 136.5,
    correlation: -0.15),
]

let rankVectors: [RankVector] = [
  RankVector(count: 1, confidence: 0.5, low: nil, coverage: nil),
  RankVector(count: 1, confidence: 0.75, low: nil, coverage: nil),
  RankVector(count: 1, confidence: 0.9, low: nil, coverage: nil),
  RankVector(count: 1, confidence: 0.95, low: nil, coverage: nil),
  RankVector(count: 1, confidence: 0.99, low: nil, coverage: nil),
  RankVector(count: 1, confidence: 0.999, low: nil, coverage: nil),
  RankVector(count: 2, confidence: 0.5, low: 1, coverage: 0.5),
  RankVector(count: 2, confidence: 0.75, low: nil, coverage: nil),
  RankVector(count: 2, confidence: 0.9, low: nil, coverage: nil),
  RankVector(count: 2, confidence: 0.95, low: nil, coverage: nil),
  RankVector(count: 2, confidence: 0.99, low: nil, coverage: nil),
  RankVector(count: 2, confidence: 0.999, low: nil, coverage: nil),
  RankVector(count: 3, confidence: 0.5, low: 1, coverage: 0.75),
  RankVector(count: 3, confidence: 0.75, low: 1, coverage: 0.75),
  RankVector(count: 3, confidence: 0.9, low: nil, coverage: nil),
  RankVector(count: 3, confidence: 0.95, low: nil, coverage: nil),
  RankVector(count: 3, confidence: 0.99, low: nil, coverage: nil),
  RankVector(count: 3, confidence: 0.999, low: nil, coverage: nil),
  RankVector(count: 5, confidence: 0.5, low: 2, coverage: 0.625),
  RankVector(count: 5, confidence: 0.75, low: 1, coverage: 0.9375),
  RankVector(count: 5, confidence: 0.9, low: 1, coverage: 0.9375),
  RankVector(count: 5, confidence: 0.95, low: nil, coverage: nil),
  RankVector(count: 5, confidence: 0.99, low: nil, coverage: nil),
  RankVector(count: 5, confidence: 0.999, low: nil, coverage: nil),
  RankVector(count: 6, confidence: 0.5, low: 2, coverage: 0.78125),
  RankVector(count: 6, confidence: 0.75, low: 2, coverage: 0.78125),
  RankVector(count: 6, confidence: 0.9, low: 1, coverage: 0.96875),
  RankVector(count: 6, confidence: 0.95, low: 1, coverage: 0.96875),
  RankVector(count: 6, confidence: 0.99, low: nil, coverage: nil),
  RankVector(count: 6, confidence: 0.999, low: nil, coverage: nil),
  RankVector(count: 7, confidence: 0.5, low: 3, coverage: 0.546875),
  RankVector(count: 7, confidence: 0.75, low: 2, coverage: 0.875),
  RankVector(count: 7, confidence: 0.9, low: 1, coverage: 0.984375),
  RankVector(count: 7, confidence: 0.95, low: 1, coverage: 0.984375),
  RankVector(count: 7, confidence: 0.99, low: nil, coverage: nil),
  RankVector(count: 7, confidence: 0.999, low: nil, coverage: nil),
  RankVector(count: 8, confidence: 0.5, low: 3, coverage: 0.7109375),
  RankVector(count: 8, confidence: 0.75, low: 2, coverage: 0.9296875),
  RankVector(count: 8, confidence: 0.9, low: 2, coverage: 0.9296875),
  RankVector(count: 8, confidence: 0.95, low: 1, coverage: 0.9921875),
  RankVector(count: 8, confidence: 0.99, low: 1, coverage: 0.9921875),
  RankVector(count: 8, confidence: 0.999, low: nil, coverage: nil),
  RankVector(count: 9, confidence: 0.5, low: 3, coverage: 0.8203125),
  RankVector(count: 9, confidence: 0.75, low: 3, coverage: 0.8203125),
  RankVector(count: 9, confidence: 0.9, low: 2, coverage: 0.9609375),
  RankVector(count: 9, confidence: 0.95, low: 2, coverage: 0.9609375),
  RankVector(count: 9, confidence: 0.99, low: 1, coverage: 0.99609375),
  RankVector(count: 9, confidence: 0.999, low: nil, coverage: nil),
  RankVector(count: 10, confidence: 0.5, low: 4, coverage: 0.65625),
  RankVector(count: 10, confidence: 0.75, low: 3, coverage: 0.890625),
  RankVector(count: 10, confidence: 0.9, low: 2, coverage: 0.978515625),
  RankVector(count: 10, confidence: 0.95, low: 2, coverage: 0.978515625),
  RankVector(count: 10, confidence: 0.99, low: 1, coverage: 0.998046875),
  RankVector(count: 10, confidence: 0.999, low: nil, coverage: nil),
  RankVector(count: 11, confidence: 0.5, low: 4, coverage: 0.7734375),
  RankVector(count: 11, confidence: 0.75, low: 4, coverage: 0.7734375),
  RankVector(count: 11, confidence: 0.9, low: 3, coverage: 0.9345703125),
  RankVector(count: 11, confidence: 0.95, low: 2, coverage: 0.98828125),
  RankVector(count: 11, confidence: 0.99, low: 1, coverage: 0.9990234375),
  RankVector(count: 11, confidence: 0.999, low: 1, coverage: 0.9990234375),
  RankVector(count: 20, confidence: 0.5, low: 8, coverage: 0.7368240356445312),
  RankVector(count: 20, confidence: 0.75, low: 7, coverage: 0.8846817016601562),
  RankVector(count: 20, confidence: 0.9, low: 6, coverage: 0.9586105346679688),
  RankVector(count: 20, confidence: 0.95, low: 6, coverage: 0.9586105346679688),
  RankVector(count: 20, confidence: 0.99, low: 4, coverage: 0.9974231719970703),
  RankVector(count: 20, confidence: 0.999, low: 3, coverage: 0.9995975494384766),
  RankVector(count: 25, confidence: 0.5, low: 11, coverage: 0.57564377784729),
  RankVector(count: 25, confidence: 0.75, low: 10, coverage: 0.7704770565032959),
  RankVector(count: 25, confidence: 0.9, low: 8, coverage: 0.9567147493362427),
  RankVector(count: 25, confidence: 0.95, low: 8, coverage: 0.9567147493362427),
  RankVector(count: 25, confidence: 0.99, low: 6, coverage: 0.9959226846694946),
  RankVector(count: 25, confidence: 0.999, low: 5, coverage: 0.9990894794464111),
  RankVector(count: 30, confidence: 0.5, low: 13, coverage: 0.6384053919464349),
  RankVector(count: 30, confidence: 0.75, low: 12, coverage: 0.7995115779340267),
  RankVector(count: 30, confidence: 0.9, low: 11, coverage: 0.901262853294611),
  RankVector(count: 30, confidence: 0.95, low: 10, coverage: 0.9572260547429323),
  RankVector(count: 30, confidence: 0.99, low: 8, coverage: 0.9947771206498146),
  RankVector(count: 30, confidence: 0.999, low: 6, coverage: 0.9996750857681036),
  RankVector(count: 99, confidence: 0.5, low: 46, coverage: 0.5784766563842298),
  RankVector(count: 99, confidence: 0.75, low: 44, coverage: 0.7723738428899531),
  RankVector(count: 99, confidence: 0.9, low: 41, coverage: 0.9300994263050535),
  RankVector(count: 99, confidence: 0.95, low: 40, coverage: 0.9561247064129847),
  RankVector(count: 99, confidence: 0.99, low: 37, coverage: 0.991366413056582),
  RankVector(count: 99, confidence: 0.999, low: 33, coverage: 0.9994377917516429),
  RankVector(count: 100, confidence: 0.5, low: 47, coverage: 0.5158815863927085),
  RankVector(count: 100, confidence: 0.75, low: 44, coverage: 0.8066520955043576),
  RankVector(count: 100, confidence: 0.9, low: 42, coverage: 0.9113739198859324),
  RankVector(count: 100, confidence: 0.95, low: 40, coverage: 0.9647997997822951),
  RankVector(count: 100, confidence: 0.99, low: 37, coverage: 0.9933628794840739),
  RankVector(count: 100, confidence: 0.999, low: 34, coverage: 0.9991262801630876),
  RankVector(count: 1000, confidence: 0.5, low: 489, coverage: 0.5329548783472129),
  RankVector(count: 1000, confidence: 0.75, low: 482, coverage: 0.7580306638311297),
  RankVector(count: 1000, confidence: 0.9, low: 474, coverage: 0.9063127085245035),
  RankVector(count: 1000, confidence: 0.95, low: 469, coverage: 0.9537088026395019),
  RankVector(count: 1000, confidence: 0.99, low: 459, coverage: 0.9913600509977395),
  RankVector(count: 1000, confidence: 0.999, low: 448, coverage: 0.9991100140352307),
  RankVector(count: 1075, confidence: 0.5, low: 526, coverage: 0.5358111201069021),
  RankVector(count: 1075, confidence: 0.75, low: 519, coverage: 0.7535519193481455),
  RankVector(count: 1075, confidence: 0.9, low: 511, coverage: 0.9004837293145742),
  RankVector(count: 1075, confidence: 0.95, low: 505, coverage: 0.9559335206201511),
  RankVector(count: 1075, confidence: 0.99, low: 495, coverage: 0.9913140509773488),
  RankVector(count: 1075, confidence: 0.999, low: 484, coverage: 0.9990210010865855),
  RankVector(count: 5001, confidence: 0.5, low: 2477, coverage: 0.5027027921555394),
  RankVector(count: 5001, confidence: 0.75, low: 2460, coverage: 0.753766231426581),
  RankVector(count: 5001, confidence: 0.9, low: 2442, coverage: 0.9048141813470678),
  RankVector(count: 5001, confidence: 0.95, low: 2431, coverage: 0.9522736955323161),
  RankVector(count: 5001, confidence: 0.99, low: 2409, coverage: 0.9907356800759932),
  RankVector(count: 5001, confidence: 0.999, low: 2384, coverage: 0.9990652984062678),
  RankVector(count: 100000, confidence: 0.5, low: 49893, coverage: 0.503425501202275),
  RankVector(count: 100000, confidence: 0.75, low: 49818, coverage: 0.7515947963784886),
  RankVector(count: 100000, confidence: 0.9, low: 49740, coverage: 0.9005547497684949),
  RankVector(count: 100000, confidence: 0.95, low: 49690, coverage: 0.9504442853304776),
  RankVector(count: 100000, confidence: 0.99, low: 49593, coverage: 0.9900415411987196),
  RankVector(count: 100000, confidence: 0.999, low: 49480, coverage: 0.9990050754180471),
]
