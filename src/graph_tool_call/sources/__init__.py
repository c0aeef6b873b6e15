"""What is handed over to be read: opened once, within limits, as bytes, text, or JSON and YAML data."""

from .limits import Limits
from .report import Report
from .source import Loader, Source, read_data

__all__ = ["Limits", "Loader", "Report", "Source", "read_data"]
