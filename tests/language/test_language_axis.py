import numpy as np

from graphmem.language.language_axis import load_language_axis


def test_vectors_differing_only_along_the_axis_become_equal() -> None:
    axis = load_language_axis()
    vector = axis.probe_vector - axis.axis * (axis.probe_vector @ axis.axis)
    english, chinese = vector - 0.2 * axis.axis, vector + 0.3 * axis.axis
    left = axis.removed_from(np.stack([english, chinese]))
    assert np.allclose(left[0], left[1], atol=1e-6)
    assert np.allclose(np.linalg.norm(left, axis=1), 1, atol=1e-6)


def test_what_has_no_part_along_the_axis_stays_as_it_is() -> None:
    axis = load_language_axis()
    once = axis.removed_from(axis.probe_vector[None, :])
    assert np.allclose(axis.removed_from(once), once, atol=1e-6)


def test_the_digest_stands_for_the_axis() -> None:
    assert len(load_language_axis().digest) == 64
