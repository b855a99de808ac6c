FlowCoreModelRunner.main()
