# Configuration of the tests: lit scripts that FileCheck what hlo-mem-opt
# prints. add_hlomem_lit_suite() has filled in what depends on the machine.

import os

import lit.formats
from lit.llvm import llvm_config

config.name = "my-passes"
# lit's own shell, which has not, diff and pipes.
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.excludes = ["Inputs"]

# %expand-dump, which makes a dump of allocations and live ranges, is known already.
# FileCheck, not, count; then the tools that tests call by their names.
llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    ["hlo-mem-opt", "hlo-mem-tblgen", "split-file"],
    [config.hlomem_tools_dir, config.llvm_tools_dir],
)
config.substitutions.append(("%plugin", "'%s'" % config.plugin))
config.substitutions.append(
    ("%inputs", os.path.join(config.test_source_root, "Inputs"))
)
config.substitutions.append(("%root", config.project_src_root))
config.substitutions.append(("%build", config.project_obj_root))
config.substitutions.append(("%hlomem_include", config.hlomem_include_dir))
