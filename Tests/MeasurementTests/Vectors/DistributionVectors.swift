// Made by Scripts/vectors/make_vectors.py with NumPy 2.4.6 and SciPy 1.17.1; not edited by hand.

struct BetaVector: Sendable {
  var x: Double
  var a: Double
  var b: Double
  var value: Double
}

let betaVectors: [BetaVector] = [
  BetaVector(x: 1e-06, a: 0.5, b: 0.5, value: 0.0006366198784709245),
  BetaVector(x: 0.25, a: 0.5, b: 0.5, value: 0.33333333333333337),
  BetaVector(x: 0.5, a: 0.5, b: 0.5, value: 0.5000000000000001),
  BetaVector(x: 0.75, a: 0.5, b: 0.5, value: 0.6666666666666666),
  BetaVector(x: 0.999, a: 0.5, b: 0.5, value: 0.9798649583666235),
  BetaVector(x: 1e-06, a: 0.5, b: 5.0, value: 0.002460934218752953),
  BetaVector(x: 0.045454545454545456, a: 0.5, b: 5.0, value: 0.4941481714091985),
  BetaVector(x: 0.09090909090909091, a: 0.5, b: 5.0, value: 0.6591068676979401),
  BetaVector(x: 0.5454545454545454, a: 0.5, b: 5.0, value: 0.9939191520729115),
  BetaVector(x: 0.999, a: 0.5, b: 5.0, value: 0.9999999999999998),
  BetaVector(x: 1e-06, a: 1.0, b: 1.0, value: 1e-06),
  BetaVector(x: 0.25, a: 1.0, b: 1.0, value: 0.25),
  BetaVector(x: 0.5, a: 1.0, b: 1.0, value: 0.5),
  BetaVector(x: 0.75, a: 1.0, b: 1.0, value: 0.75),
  BetaVector(x: 0.999, a: 1.0, b: 1.0, value: 0.999),
  BetaVector(x: 1e-06, a: 2.0, b: 3.0, value: 5.999992000002998e-12),
  BetaVector(x: 0.2, a: 2.0, b: 3.0, value: 0.18080000000000004),
  BetaVector(x: 0.4, a: 2.0, b: 3.0, value: 0.5247999999999999),
  BetaVector(x: 0.7, a: 2.0, b: 3.0, value: 0.9163),
  BetaVector(x: 0.999, a: 2.0, b: 3.0, value: 0.999999996003),
  BetaVector(x: 1e-06, a: 12.5, b: 0.5, value: 1.5798958899792975e-76),
  BetaVector(x: 0.4807692307692308, a: 12.5, b: 0.5, value: 2.2453880399454538e-05),
  BetaVector(x: 0.9615384615384616, a: 12.5, b: 0.5, value: 0.32689191269184176),
  BetaVector(x: 0.9807692307692308, a: 12.5, b: 0.5, value: 0.4903045865333697),
  BetaVector(x: 0.999, a: 12.5, b: 0.5, value: 0.8755756058560333),
  BetaVector(x: 1e-06, a: 30.0, b: 70.0, value: 2.0559265000334478e-155),
  BetaVector(x: 0.15, a: 30.0, b: 70.0, value: 8.611158117408408e-05),
  BetaVector(x: 0.3, a: 30.0, b: 70.0, value: 0.5116251045586087),
  BetaVector(x: 0.65, a: 30.0, b: 70.0, value: 0.9999999999994864),
  BetaVector(x: 0.999, a: 30.0, b: 70.0, value: 1.0),
  BetaVector(x: 1e-06, a: 0.5, b: 1000.0, value: 0.03566614506654726),
  BetaVector(x: 0.0002498750624687656, a: 0.5, b: 1000.0, value: 0.5203625964945919),
  BetaVector(x: 0.0004997501249375312, a: 0.5, b: 1000.0, value: 0.6825685218992568),
  BetaVector(x: 0.5002498750624688, a: 0.5, b: 1000.0, value: 1.0),
  BetaVector(x: 0.999, a: 0.5, b: 1000.0, value: 1.0),
  BetaVector(x: 0.25, a: 900.0, b: 900.0, value: 6.740009410648695e-115),
  BetaVector(x: 0.5, a: 900.0, b: 900.0, value: 0.5000000000000001),
  BetaVector(x: 0.75, a: 900.0, b: 900.0, value: 1.0),
  BetaVector(x: 0.999, a: 900.0, b: 900.0, value: 1.0),
]

struct StudentVector: Sendable {
  var degrees: Double
  var t: Double
  var p: Double
}

let studentVectors: [StudentVector] = [
  StudentVector(degrees: 1.0, t: -318309886.1837907, p: 1e-09),
  StudentVector(degrees: 1.0, t: -63.65674116287158, p: 0.005),
  StudentVector(degrees: 1.0, t: -12.706204736174705, p: 0.025),
  StudentVector(degrees: 1.0, t: -0.7265425280053609, p: 0.30000000000000004),
  StudentVector(degrees: 1.0, t: -0.0003141592756945358, p: 0.4999000000000422),
  StudentVector(degrees: 1.0, t: 1.0000000000000002, p: 0.75),
  StudentVector(degrees: 1.0, t: 12.706204736174694, p: 0.975),
  StudentVector(degrees: 1.0, t: 636.6192487687897, p: 0.9995),
  StudentVector(degrees: 2.0, t: -22360.679741456875, p: 1.0000000000000003e-09),
  StudentVector(degrees: 2.0, t: -9.924843200918293, p: 0.005),
  StudentVector(degrees: 2.0, t: -4.302652729749464, p: 0.025),
  StudentVector(degrees: 2.0, t: -0.6172133998483678, p: 0.29999999999999993),
  StudentVector(degrees: 2.0, t: -0.0002828427181314423, p: 0.4999),
  StudentVector(degrees: 2.0, t: 0.8164965809277261, p: 0.75),
  StudentVector(degrees: 2.0, t: 4.302652729749462, p: 0.975),
  StudentVector(degrees: 2.0, t: 31.599054576445365, p: 0.9995),
  StudentVector(degrees: 2.5, t: -3489.583395369981, p: 1.0000000000000003e-09),
  StudentVector(degrees: 2.5, t: -7.163728138948786, p: 0.004999999999999999),
  StudentVector(degrees: 2.5, t: -3.5746548420036834, p: 0.024999999999999998),
  StudentVector(degrees: 2.5, t: -0.597307738252318, p: 0.29999999999999993),
  StudentVector(degrees: 2.5, t: -0.0002763891391802735, p: 0.4999),
  StudentVector(degrees: 2.5, t: 0.7850136829922992, p: 0.7499999999999994),
  StudentVector(degrees: 2.5, t: 3.5746548420036817, p: 0.975),
  StudentVector(degrees: 2.5, t: 18.277893528131457, p: 0.9995),
  StudentVector(degrees: 5.0, t: -98.93722464836996, p: 1.0000000000000003e-09),
  StudentVector(degrees: 5.0, t: -4.032142983555229, p: 0.004999999999999996),
  StudentVector(degrees: 5.0, t: -2.5705818356363155, p: 0.02499999999999999),
  StudentVector(degrees: 5.0, t: -0.5594296444693604, p: 0.3),
  StudentVector(degrees: 5.0, t: -0.0002634305560701236, p: 0.4999),
  StudentVector(degrees: 5.0, t: 0.7266868438004226, p: 0.75),
  StudentVector(degrees: 5.0, t: 2.5705818356363146, p: 0.975),
  StudentVector(degrees: 5.0, t: 6.868826625881276, p: 0.9995),
  StudentVector(degrees: 18.0, t: -11.007224077510065, p: 9.999999999999972e-10),
  StudentVector(degrees: 18.0, t: -2.878440472738608, p: 0.004999999999999994),
  StudentVector(degrees: 18.0, t: -2.1009220402410387, p: 0.024999999999999977),
  StudentVector(degrees: 18.0, t: -0.5338157505289779, p: 0.3),
  StudentVector(degrees: 18.0, t: -0.00025416673817908427, p: 0.4999),
  StudentVector(degrees: 18.0, t: 0.6883638064662002, p: 0.75),
  StudentVector(degrees: 18.0, t: 2.1009220402410382, p: 0.975),
  StudentVector(degrees: 18.0, t: 3.9216458250852084, p: 0.9995),
  StudentVector(degrees: 30.0, t: -8.445862796274243, p: 1.0000000000000003e-09),
  StudentVector(degrees: 30.0, t: -2.749995653567226, p: 0.004999999999999992),
  StudentVector(degrees: 30.0, t: -2.042272456301238, p: 0.024999999999999988),
  StudentVector(degrees: 30.0, t: -0.5300190039065046, p: 0.30000000000000004),
  StudentVector(degrees: 30.0, t: -0.0002527600253933647, p: 0.4999),
  StudentVector(degrees: 30.0, t: 0.6827556933212927, p: 0.75),
  StudentVector(degrees: 30.0, t: 2.0422724563012378, p: 0.975),
  StudentVector(degrees: 30.0, t: 3.6459586350420627, p: 0.9995),
  StudentVector(degrees: 1000.0, t: -6.053690272079834, p: 9.999999999999972e-10),
  StudentVector(degrees: 1000.0, t: -2.580754698065951, p: 0.005000000000000003),
  StudentVector(degrees: 1000.0, t: -1.9623390808264085, p: 0.02500000000000001),
  StudentVector(degrees: 1000.0, t: -0.524567707309227, p: 0.3),
  StudentVector(degrees: 1000.0, t: -0.0002507255036228889, p: 0.4999),
  StudentVector(degrees: 1000.0, t: 0.6747351646070093, p: 0.75),
  StudentVector(degrees: 1000.0, t: 1.9623390808264083, p: 0.975),
  StudentVector(degrees: 1000.0, t: 3.300282648423944, p: 0.9995),
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
    successes: 0,
    tries: 1,
    confidence: 0.95,
    low: 0.0,
    high: 0.975,
    atLeast: 0.0,
    atMost: 0.95),
  ProportionVector(
    successes: 1,
    tries: 1,
    confidence: 0.95,
    low: 0.025000000000000022,
    high: 1.0,
    atLeast: 0.050000000000000044,
    atMost: 1.0),
  ProportionVector(
    successes: 0,
    tries: 200,
    confidence: 0.95,
    low: 0.0,
    high: 0.01827534035513624,
    atLeast: 0.0,
    atMost: 0.014867039231272054),
  ProportionVector(
    successes: 3,
    tries: 200,
    confidence: 0.95,
    low: 0.00310410762155351,
    high: 0.0432082819177126,
    atLeast: 0.004100613335069911,
    atMost: 0.03830970849856934),
  ProportionVector(
    successes: 100,
    tries: 200,
    confidence: 0.99,
    low: 0.407351897498054,
    high: 0.592648102501946,
    atLeast: 0.4159551304992968,
    atMost: 0.5840448695007032),
  ProportionVector(
    successes: 199,
    tries: 200,
    confidence: 0.95,
    low: 0.9724581015427943,
    high: 0.999873418972133,
    atLeast: 0.9765015295650493,
    atMost: 0.9997435664127765),
  ProportionVector(
    successes: 200,
    tries: 200,
    confidence: 0.9,
    low: 0.9851329607687279,
    high: 1.0,
    atLeast: 0.9885530946569389,
    atMost: 1.0),
  ProportionVector(
    successes: 1,
    tries: 6000,
    confidence: 0.95,
    low: 4.219625761402489e-06,
    high: 0.0009282535373114065,
    atLeast: 8.5488458563341e-06,
    atMost: 0.0007903974572224964),
  ProportionVector(
    successes: 7,
    tries: 9,
    confidence: 0.5,
    low: 0.6094587618642138,
    high: 0.8928374122539768,
    atLeast: 0.7137633319772172,
    atMost: 0.820380388019639),
  ProportionVector(
    successes: 0,
    tries: 1000000,
    confidence: 0.95,
    low: 0.0,
    high: 3.688872650206488e-06,
    atLeast: 0.0,
    atMost: 2.9957277863525433e-06),
]

struct PowerLawVector: Sendable {
  var sizes: [Double]
  var costs: [Double]
  var exponent: Double
  var low: Double
  var high: Double
  var factor: Double
  var rSquared: Double
}

let powerLawVectors: [PowerLawVector] = [
  PowerLawVector(
    sizes: [
      1.0, 10.0, 100.0, 1000.0,
    ],
    costs: [
      4.9642, 5.423, 5.2435, 5.442,
    ],
    exponent: 0.010510946952398407,
    low: -0.01913125036263042,
    high: 0.040153144267427235,
    factor: 5.076925034428951,
    rSquared: 0.5378656136558184),
  PowerLawVector(
    sizes: [
      1.0, 1.0, 1.0, 10.0, 10.0, 10.0, 100.0, 100.0, 100.0, 1000.0, 1000.0, 1000.0,
    ],
    costs: [
      3.5293, 3.7805, 3.5958, 37.7482, 35.633, 36.4668, 339.9892, 344.4758, 343.6141, 2806.9608,
      3247.7279, 3376.3099,
    ],
    exponent: 0.9778574447774065,
    low: 0.9640214058509977,
    high: 0.9916934837038154,
    factor: 3.7319277541799916,
    rSquared: 0.9995968999473244),
  PowerLawVector(
    sizes: [
      1.0, 1.0, 10.0, 10.0, 100.0, 100.0, 1000.0, 1000.0,
    ],
    costs: [
      38.2725, 44.1061, 3309.0778, 3467.2403, 513448.6427, 261056.5785, 39688717.5265,
      32201263.6142,
    ],
    exponent: 1.9852502101541447,
    low: 1.9113749769320896,
    high: 2.0591254433762,
    factor: 38.65722631945476,
    rSquared: 0.998614266881458),
  PowerLawVector(
    sizes: [
      1.0, 1.0, 1.0, 1.0, 1.0, 10.0, 10.0, 10.0, 10.0, 10.0, 100.0, 100.0, 100.0, 100.0, 100.0,
      1000.0, 1000.0, 1000.0, 1000.0, 1000.0,
    ],
    costs: [
      905.1252, 810.8966, 1023.8503, 1114.5735, 921.9273, 345.4634, 231.3083, 295.1399, 246.8293,
      277.1003, 87.3345, 110.9835, 90.0559, 89.8648, 86.0919, 35.2085, 27.279, 29.5333, 31.1362,
      29.5007,
    ],
    exponent: -0.49587273791888886,
    low: -0.5178747906172901,
    high: -0.47387068522048764,
    factor: 913.792020041502,
    rSquared: 0.9920353678402736),
]
