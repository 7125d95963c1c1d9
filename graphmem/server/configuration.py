"""neo4j.conf of a managed server."""

from __future__ import annotations

from graphmem.server.disk import storage
from graphmem.server.instance import Instance
from graphmem.server.ports import Ports

_TEMPLATE = """\
# Written by graphmem at every start; changes are lost. Heap and page cache: GRAPHMEM_HEAP, GRAPHMEM_PAGE_CACHE.
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{bolt}
server.bolt.advertised_address=localhost:{bolt}
server.http.listen_address=127.0.0.1:{http}
server.http.advertised_address=localhost:{http}
server.https.enabled=false

dbms.security.auth_enabled={auth}
dbms.security.allow_csv_import_from_file_urls=false

# Talks to nobody: by default Neo4j broadcasts itself to the network every 30 seconds.
server.fleet_discovery.enabled=false
dbms.fleet_manager.enabled=false
dbms.usage_report.enabled=false
client.allow_telemetry=false
server.http.x_forward.enabled=false

db.query.default_language=CYPHER_25
db.transaction.timeout=60s

server.memory.heap.max_size={heap}
server.memory.pagecache.size={page_cache}

# No log grows for ever. A checkpoint after every 128 MB of transaction log, which then keeps nothing older: old
# transactions serve incremental backups, which Community has not, and would hold what has been forgotten.
db.checkpoint=VOLUME
db.checkpoint.interval.volume=128m
db.tx_log.rotation.size=32m
db.tx_log.rotation.retention_policy=keep_none

# A stop takes less than a second: by default Bolt listens twice for 5 seconds whether anybody still comes.
internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s

# What was said is in the graph and nowhere else.
db.logs.query.enabled=OFF
db.logs.query.parameter_logging_enabled=false
db.logs.query.obfuscate_errors=true
"""


def write_configuration(instance: Instance, ports: Ports, *, auth: bool = True) -> None:
    """Write neo4j.conf for a start on these ports.

    `auth=False` is for `reset_password` alone.
    """
    text = _TEMPLATE.format(
        bolt=ports.bolt,
        http=ports.http,
        auth=str(auth).lower(),
        heap=instance.heap,
        page_cache=instance.page_cache,
    )
    with storage(instance.conf_file, setting="GRAPHMEM_DATA_DIR"):
        instance.conf_file.write_text(text, encoding="utf-8")
