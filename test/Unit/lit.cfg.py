# Configuration of the GoogleTest suites: every executable named *Tests.

import os

import lit.formats

config.name = "HloMem-Unit"
config.suffixes = []
config.test_source_root = os.path.join(config.hlomem_obj_root, "test", "Unit")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
