@_exported import MachO
