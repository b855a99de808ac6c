"""Puts faults back that FlowCore once had, one at a time, and says what notices them."""
