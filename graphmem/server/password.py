"""The generated password of an instance."""

from __future__ import annotations

import os
import secrets

from pydantic import SecretStr

from graphmem.errors import ServerPasswordError
from graphmem.server.disk import storage
from graphmem.server.instance import Instance

_SETTING = "GRAPHMEM_DATA_DIR"
_ONLY_ME = 0o600


def read_password(instance: Instance) -> SecretStr:
    """The password in the instance's file.

    Raises:
        ServerPasswordError: the file is gone or empty.
    """
    try:
        password = instance.password_file.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        password = ""
    except OSError as error:
        raise ServerPasswordError(
            f"{instance.password_file} cannot be read ({error.strerror}). Only the user who started instance "
            f"{instance.name!r} may read it; give yourself that right, or use an instance of your own."
        ) from error
    if not password:
        raise lost(instance)
    return SecretStr(password)


def new_password(instance: Instance) -> SecretStr:
    """Generate a password; it is in the file, readable by its owner only, before it is used anywhere."""
    password = secrets.token_hex(16)  # letters and digits: neither a shell nor neo4j-admin reads more into it
    write_secret(instance, instance.password_file.name, password + "\n")
    return SecretStr(password)


def write_secret(instance: Instance, name: str, text: str) -> None:
    """Write a file into the instance's home that nobody else can read at any moment."""
    path, unfinished = instance.home / name, instance.home / f"{name}.new"
    with storage(path, setting=_SETTING):
        unfinished.unlink(missing_ok=True)
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _ONLY_ME)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        unfinished.replace(path)


def lost(instance: Instance) -> ServerPasswordError:
    """The file is not there, but the data has a password."""
    return ServerPasswordError(
        f"The password file of instance {instance.name!r} is gone ({instance.password_file}). Put it back, "
        f"or make a new password with {_way_out(instance)}; the data stays."
    )


def refused(instance: Instance) -> ServerPasswordError:
    """The server does not take what is in the file."""
    return ServerPasswordError(
        f"The server of instance {instance.name!r} refuses the password in {instance.password_file}; it was changed "
        f"in Neo4j. Write the new one into that file, or make a new password with {_way_out(instance)}; the data stays."
    )


def _way_out(instance: Instance) -> str:
    return f"`graphmem up --instance {instance.name} --reset-password`"
