# A scan of numbers alone forgets the NaNs in front of the first.
# fault: NaN lost or kept
# file: generic/work_group/serial/scan_pass.inc
# strategy: serial
# filter: scan_*/float/*
s/i < nans; ++i/i + 1 < nans; ++i/
