"""Stands before an installed JAX, as if there were none."""

raise ImportError("No module named 'jax'")
