/// Something that the kernel can count for a process, in user space only.
///
/// The numbers are part of the kernel's binary interface: `perf_type_id`, `perf_hw_id` and
/// `perf_sw_ids` of `linux/perf_event.h`.
public enum PerfEvent: Sendable, CaseIterable {
  /// Instructions that were executed, counted by the processor.
  case instructions
  /// First touches of pages of memory, counted by the kernel on every machine: with it the way
  /// events are opened, inherited and read is tested where the processor shows no counters.
  case pageFaults

  var type: UInt32 {
    switch self {
    case .instructions: 0  // PERF_TYPE_HARDWARE
    case .pageFaults: 1  // PERF_TYPE_SOFTWARE
    }
  }

  var config: UInt64 {
    switch self {
    case .instructions: 1  // PERF_COUNT_HW_INSTRUCTIONS
    case .pageFaults: 2  // PERF_COUNT_SW_PAGE_FAULTS
    }
  }
}
