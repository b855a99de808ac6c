import Foundation

/// The limits that Apple's systems put on the speed of the cores; on other systems there are none.
package enum PowerState {
  /// The limits in effect, in words; empty if there are none.
  package static var limits: [String] {
    #if canImport(Darwin)
      let process = ProcessInfo.processInfo
      var limits: [String] = []
      switch process.thermalState {
      case .nominal: break
      case .fair: limits.append("the machine is warm (thermal state: fair)")
      case .serious: limits.append("heat slows the cores (thermal state: serious)")
      case .critical: limits.append("heat slows the cores (thermal state: critical)")
      @unknown default: limits.append("the thermal state is unknown")
      }
      if process.isLowPowerModeEnabled { limits.append("Low Power Mode slows the cores") }
      return limits
    #else
      return []
    #endif
  }
}
