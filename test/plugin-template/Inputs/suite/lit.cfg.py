import lit.formats
from lit.llvm import llvm_config

assert not hasattr(config, "plugin")
config.name = "mine"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    ["hlo-mem-opt", "split-file"], [config.hlomem_tools_dir, config.llvm_tools_dir]
)
