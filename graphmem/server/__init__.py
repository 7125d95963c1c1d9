"""The managed local server: Neo4j Community with Browser, from packages alone.

>>> from graphmem.config import Settings
>>> from graphmem.server import Instance, down, up
>>> instance = Instance.of(Settings())
>>> server = up(instance)  # doctest: +SKIP
>>> server.bolt_uri, server.started  # doctest: +SKIP
('bolt://127.0.0.1:7687', True)
>>> down(instance)  # doctest: +SKIP
True
"""

from graphmem.server.admin import AdminResult, admin
from graphmem.server.archive import GraphSummary, Manifest
from graphmem.server.backup import STOP, Survey, backup, restore
from graphmem.server.browser import browser_link
from graphmem.server.instance import Instance, checked_name
from graphmem.server.lifecycle import down, reset_password, up
from graphmem.server.logs import Log, log_lines
from graphmem.server.progress import Progress
from graphmem.server.running import RunningServer
from graphmem.server.status import State, Status, status

__all__ = [
    "STOP",
    "AdminResult",
    "GraphSummary",
    "Instance",
    "Log",
    "Manifest",
    "Progress",
    "RunningServer",
    "State",
    "Status",
    "Survey",
    "admin",
    "backup",
    "browser_link",
    "checked_name",
    "down",
    "log_lines",
    "reset_password",
    "restore",
    "status",
    "up",
]
