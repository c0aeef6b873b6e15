from __future__ import annotations

import logging

from graph_tool_call.cli.warnings import on_one_line


def test_warnings_are_one_line_without_a_traceback(capsys):
    """What the library logs is one line on stderr; afterwards the logger is as before."""
    logger = logging.getLogger("graph_tool_call")
    before = list(logger.handlers)

    with on_one_line():
        cause = ValueError("inner")
        logging.getLogger("graph_tool_call.plugins").warning("plugin %r\nfailed", "odd", exc_info=cause)

    assert ("", "warning: plugin 'odd' failed\n") == tuple(capsys.readouterr())
    assert before == logger.handlers
