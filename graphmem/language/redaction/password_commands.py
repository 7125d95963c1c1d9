"""Passwords in commands and addresses: `--password x`, `curl -u user:x`, `user:x@host`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.language.redaction.result import PASSWORD, Found
from graphmem.language.redaction.values import example
from graphmem.language.redaction.view import MARK

_CLI = re.compile(
    r"(?:(?<!\S)(?:-u|--user)[ =]['\"]?[^\s:'\"]{1,64}:(?P<curl>[^\s'\"]{1,128})"
    r"|(?<!\S)--?(?:[\w-]{0,20}(?:password|passwd|passphrase|pwd|pass))[ =]['\"]?(?P<long>[^\s'\"]{1,128})"
    r"|\bsshpass -p ?['\"]?(?P<sshpass>[^\s'\"]{1,128})"
    r"|\b(?:mysql|mysqldump|mariadb)\b[^\n]{0,80}? -p(?P<mysql>[^\s'\"]{3,128})"
    r"|\bredis-cli\b[^\n]{0,80}? -a ['\"]?(?P<redis>[^\s'\"]{1,128}))",
)
_USERINFO = re.compile(
    rf"\b[A-Za-z][A-Za-z0-9+.-]{{1,20}}://[^\s:/@{MARK}]{{0,64}}:(?P<value>[^\s/{MARK}，。；]{{1,128}})@(?=[\w\[.-])"
)
_USERINFO_SLASH = re.compile(
    rf"\b[A-Za-z][A-Za-z0-9+.-]{{1,20}}://[^\s:/@{MARK}]{{0,64}}:(?!\d{{2,5}}/)(?P<value>[^\s{MARK}，。；]{{1,128}})"
    rf"@(?=[\w.-]{{1,255}}(?::\d{{1,5}})?(?:[/?\s]|$))"
)


def addresses(text: str) -> Iterator[Found]:
    """The password of `scheme://user:password@host`."""
    if "://" not in text:
        return
    for form in (_USERINFO, _USERINFO_SLASH):
        for match in form.finditer(text):
            if not _code(match["value"]):
                yield Found(*match.span("value"), PASSWORD)


def _code(value: str) -> bool:
    return value.startswith(("${", "{", "<", "$(", "%(", "***")) or value in ("password", "pass", "PASSWORD", "PASS")


def commands(text: str) -> Iterator[Found]:
    """The password that a command line is given."""
    if " -" not in text and not text.startswith("-"):
        return
    for match in _CLI.finditer(text):
        group = match.lastgroup
        if group and not match[group].startswith("-") and not example(match[group]):
            yield Found(*match.span(group), PASSWORD)
