"""Documents → operations: reads API descriptions of any version into one set of values."""

from .limits import Limits
from .read import read_collection, read_data

__all__ = ["Limits", "read_collection", "read_data"]
