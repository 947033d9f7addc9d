"""Whatever a program asks of NumPy before it is traced."""

from unittest.mock import MagicMock

array = MagicMock()
random = MagicMock()
float32 = int32 = None
