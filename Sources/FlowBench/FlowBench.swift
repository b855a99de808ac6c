@main struct FlowBenchCommand { static func main() {} }
