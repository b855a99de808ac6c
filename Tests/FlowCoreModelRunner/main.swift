import FlowCoreModel

/// Checks random programs: `flowcore-model programs FIRST COUNT`, `flowcore-model schedules FIRST COUNT`.
FlowCoreModelRunner.main()
