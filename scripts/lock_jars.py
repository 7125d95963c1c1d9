"""Write `graphmem/server/jars.lock.toml`: every jar of the managed server, with size and sha256.

Run it when the version of Neo4j or of Browser changes, then start the server once and commit the file:

    python scripts/lock_jars.py --neo4j 2026.09.0 --browser 5.24.0

jgo resolves the two artifacts as Neo4j's own build does (versions managed by Neo4j's parent POM win) and downloads
what is missing, which takes about a minute. The lock names no host: an install fetches from the repositories jgo is
configured with.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from jgo.maven import Dependency, MavenContext

LOCK = Path(__file__).parents[1] / "graphmem" / "server" / "jars.lock.toml"
TEST_JARS = {"byte-buddy", "byte-buddy-agent", "hamcrest", "junit", "mockito-core", "objenesis"}
"""Resolved by jgo although only tests of a dependency use them."""

HEADER = """\
# Every jar of the managed server. Written by scripts/lock_jars.py; do not edit by hand.
# A server runs only from jars that have this size and this sha256.
"""


def resolved(neo4j: str, browser: str, repo_cache: Path) -> list[Dependency]:
    """All jars of that Neo4j Community and that Browser, without test jars, in a stable order."""
    context = MavenContext(repo_cache=repo_cache, timeout=60)
    wanted = [f"org.neo4j:neo4j:{neo4j}", f"org.neo4j.client:neo4j-browser:{browser}"]
    given, others = context.resolver.resolve([context.create_dependency(coordinate) for coordinate in wanted])
    jars = [d for d in (*given, *others) if d.type == "jar" and d.artifactId not in TEST_JARS]
    names = [d.artifact.filename for d in jars]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise SystemExit(f"Two artifacts share a file name and cannot lie in one folder: {', '.join(twice)}")
    return sorted(jars, key=lambda d: (d.groupId, d.artifactId, d.version, d.classifier or ""))


def line(jar: Dependency) -> str:
    """One jar as an inline table; downloads it when it is not there."""
    content = jar.artifact.resolve().read_bytes()
    fields = {
        "group": jar.groupId,
        "artifact": jar.artifactId,
        "version": jar.version,
        "classifier": jar.classifier or "",
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    pairs = [f'{key} = "{value}"' for key, value in fields.items()] + [f"size = {len(content)}"]
    return f"  {{ {', '.join(pairs)} }},\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Pin the jars of the managed server.")
    parser.add_argument("--neo4j", required=True, metavar="VERSION")
    parser.add_argument("--browser", required=True, metavar="VERSION")
    parser.add_argument("--repo-cache", type=Path, help="keep the downloads in this folder")
    options = parser.parse_args()
    with TemporaryDirectory() as scratch:
        jars = resolved(options.neo4j, options.browser, options.repo_cache or Path(scratch))
        with ThreadPoolExecutor(8) as pool:
            lines = list(pool.map(line, jars))
    LOCK.write_text(
        f'{HEADER}neo4j = "{options.neo4j}"\nbrowser = "{options.browser}"\njars = [\n{"".join(lines)}]\n',
        encoding="utf-8",
    )
    sys.stdout.write(f"{len(lines)} jars written to {LOCK}\n")


if __name__ == "__main__":
    main()
