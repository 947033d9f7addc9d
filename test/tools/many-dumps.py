"""Copies the samples to many files of a folder, in turns.

Usage: many-dumps.py SAMPLES FOLDER COUNT
"""

import glob
import os
import shutil
import sys

samples, folder, count = sys.argv[1:]
paths = sorted(glob.glob(os.path.join(samples, "*-202?.txt")))
for index in range(int(count)):
    name = "m%02d-buffer-assignment.txt" % index
    shutil.copy(paths[index % len(paths)], os.path.join(folder, name))
