"""The part of the build that pyproject.toml cannot say: the C extension and its wheel tag."""

import sysconfig

from setuptools import setup

# One wheel serves every Python from 3.11 on; free-threaded builds have no stable ABI yet.
stable_abi = not sysconfig.get_config_var("Py_GIL_DISABLED")

setup(
    cffi_modules=["csrc/build_ffi.py:ffi"],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if stable_abi else {},
)
