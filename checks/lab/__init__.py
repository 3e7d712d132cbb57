"""The lab "attention by hand": its six files made with fresh numbers, and a student's six files checked."""

FILES = ("paper_derivation.md", "attention.py", "verify.py", "verify_output.txt", "manifest.json", "README.md")
EXPERIMENT = "15-attention-by-hand"
TOLERANCE = 1e-5
WIDTH = 64  # the d_k of the second part
THRESHOLD = 0.95
FILE_LIMIT = 1_000_000  # bytes of a file that are read
