#if canImport(Darwin)
  import Darwin
#endif

/// The use of the whole machine, as the kernel of Apple's systems counts it; `nil` on other systems,
/// whose kernels write it to files.
package enum HostActivity {
  /// The ticks of all cores since the system started, of 10 ms each.
  package struct Ticks: Equatable, Sendable {
    /// The ticks that processes used, in user space and in the kernel.
    package var busy: UInt64 = 0
    /// The ticks without work.
    package var idle: UInt64 = 0
  }

  /// A process of any user, with its processor time.
  package struct Process: Equatable, Sendable {
    /// The system's number of the process.
    package var id: Int
    /// The name of its program.
    package var name: String
    /// The processor time of its threads, in nanoseconds.
    package var cpuNs: UInt64
  }

  /// The ticks of all cores so far.
  package static var ticks: Ticks? {
    #if canImport(Darwin)
      var cores: natural_t = 0
      var loads: processor_info_array_t?
      var count: mach_msg_type_number_t = 0
      let host = mach_host_self()
      defer { mach_port_deallocate(mach_task_self_, host) }
      guard
        host_processor_info(host, PROCESSOR_CPU_LOAD_INFO, &cores, &loads, &count) == KERN_SUCCESS,
        let loads
      else { return nil }
      defer {
        vm_deallocate(
          mach_task_self_, vm_address_t(bitPattern: loads),
          vm_size_t(Int(count) * MemoryLayout<integer_t>.stride))
      }
      var ticks = Ticks()
      for core in 0..<Int(cores) {
        for state in 0..<Int(CPU_STATE_MAX) {
          let value = UInt64(UInt32(bitPattern: loads[core * Int(CPU_STATE_MAX) + state]))
          if state == Int(CPU_STATE_IDLE) { ticks.idle &+= value } else { ticks.busy &+= value }
        }
      }
      return ticks
    #else
      return nil
    #endif
  }

  /// The processes whose time this user may read.
  package static var processes: [Process]? {
    #if canImport(Darwin)
      // Processes may start between the two calls.
      let room = 64
      var ids = [pid_t](repeating: 0, count: max(0, Int(proc_listallpids(nil, 0))) + room)
      let bytes = Int32(ids.count * MemoryLayout<pid_t>.stride)
      let count = proc_listallpids(&ids, bytes)
      guard count > 0 else { return nil }
      return ids.prefix(Int(count)).compactMap { id in
        guard let cpuNs = DarwinProcess.cpuTimeNs(of: id) else { return nil }
        var name = [UInt8](repeating: 0, count: 256)
        let length = proc_name(id, &name, UInt32(name.count))
        return Process(
          id: Int(id), name: String(decoding: name.prefix(Int(max(0, length))), as: UTF8.self),
          cpuNs: cpuNs)
      }
    #else
      return nil
    #endif
  }
}
