"""YAML files as plain data that knows its lines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.errors import InvalidInputError
from graphmem.evaluation.lines import text_of
from graphmem.evaluation.scenarios.checking import Place

if TYPE_CHECKING:
    import yaml


@dataclass(frozen=True)
class YamlFile:
    """A YAML file as maps, lists and texts: what looks like a number or a time is text, until its field says more."""

    file: Path
    root: yaml.Node | None

    @classmethod
    def read(cls, file: Path) -> YamlFile:
        """The file, parsed.

        Raises:
            InvalidInputError: it cannot be read, or is not YAML.
        """
        import yaml

        try:
            return cls(file, yaml.compose(text_of(file), Loader=yaml.BaseLoader))
        except yaml.MarkedYAMLError as error:
            line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
            raise InvalidInputError(
                f"{file}{line} is not YAML: {error.problem}. Indent with blanks, and put texts that hold ': ' or ' #', "
                f"or begin with a bracket or another mark, between quotation marks."
            ) from None
        except (yaml.YAMLError, RecursionError) as error:
            raise InvalidInputError(f"{file} is not YAML: {str(error).splitlines()[0]}.") from None

    def data(self) -> object:
        """All of it; empty values are None.

        Raises:
            InvalidInputError: a key is there twice, or something holds itself.
        """
        return self._plain(self.root, ()) if self.root else None

    def place(self, path: Place) -> str:
        """The file and the line of what stands at `path`, or of the nearest that holds it."""
        import yaml

        node, line = self.root, self.root.start_mark.line if self.root else 0
        for key in path:
            if isinstance(node, yaml.MappingNode):
                entries = {entry.value: (entry.start_mark.line, value) for entry, value in node.value}
            elif isinstance(node, yaml.SequenceNode):
                entries = {place: (value.start_mark.line, value) for place, value in enumerate(node.value)}
            else:
                break
            if key not in entries:
                break
            line, node = entries[key]
        return f"{self.file}, line {line + 1}"

    def _plain(self, node: yaml.Node, above: tuple[yaml.Node, ...]) -> object:
        import yaml

        if node in above:
            raise InvalidInputError(f"{self.file}, line {node.start_mark.line + 1} holds itself. Write it out.")
        within = (*above, node)
        if isinstance(node, yaml.SequenceNode):
            return [self._plain(item, within) for item in node.value]
        if isinstance(node, yaml.ScalarNode):
            return None if not node.style and node.value in ("", "null", "~") else node.value
        found: dict[str, object] = {}
        for key, value in node.value:
            line = f"{self.file}, line {key.start_mark.line + 1}"
            if not isinstance(key, yaml.ScalarNode):
                raise InvalidInputError(f"{line}: a key is a list or map. Put braces and brackets between quotes.")
            if key.value in found:
                raise InvalidInputError(f"{line}: {key.value!r} is there twice. Leave one of them.")
            found[key.value] = self._plain(value, within)
        return found
