"""A small shop of its own, with an OpenAPI document, served on a loopback port: what `graph-tool-call demo` shows."""

from .questions import QUESTIONS, SHOWN, Question
from .server import document_text, running_shop

__all__ = ["QUESTIONS", "SHOWN", "Question", "document_text", "running_shop"]
