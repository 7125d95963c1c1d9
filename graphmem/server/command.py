"""The command lines that run Neo4j."""

from __future__ import annotations

from pathlib import Path

from graphmem.server.instance import Instance
from graphmem.server.jars import lib_of
from graphmem.server.java import Java

SERVER = "org.neo4j.server.Neo4jCommunity"
ADMIN = "org.neo4j.server.startup.Neo4jAdminCommand"

# Neo4j's own defaults, as far as they matter here. Without the first one a vector index can stay at 99 % population
# for ever; ExitOnOutOfMemoryError makes a dying server die, so that the next start finds it out.
_OPENED = ("java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch", "java.base/java.util.concurrent")
_SERVER_FLAGS = (
    "-XX:+UseG1GC",
    "-XX:+ExitOnOutOfMemoryError",
    "-XX:+DisableExplicitGC",
    "-XX:-OmitStackTraceInFastThrow",
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dio.netty.tryReflectionSetAccessible=true",
)
_ADMIN_FLAGS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # a short run: 2 s instead of 6


def server_command(instance: Instance, java: Java) -> list[str]:
    """Start the server in the foreground."""
    return [
        *_java(instance, java),
        *_SERVER_FLAGS,
        f"-Xmx{instance.heap}",
        SERVER,
        home_argument(instance),
        f"--config-dir={instance.conf_dir}",
        "--console-mode",
    ]


def admin_command(instance: Instance, java: Java, heap: str | None = None) -> list[str]:
    """The beginning of every neo4j-admin command."""
    return [*_java(instance, java), *_ADMIN_FLAGS, *([f"-Xmx{heap}"] if heap else []), ADMIN]


def home_argument(instance: Instance) -> str:
    """What tells the server of this instance from every other process."""
    return f"--home-dir={instance.home}"


def _java(instance: Instance, java: Java) -> list[str]:
    vector = ["--add-modules=jdk.incubator.vector"] if java.vector_module else []
    return [
        str(java.executable),
        *(f"--add-opens={package}=ALL-UNNAMED" for package in _OPENED),
        "--enable-native-access=ALL-UNNAMED",
        "-Dlog4j2.disable.jmx=true",
        *vector,
        "-cp",
        str(Path(lib_of(instance.distribution)) / "*"),
    ]
