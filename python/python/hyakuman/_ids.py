"""The ids of the environments of `gym`: `gymnasium.make("hyakuman/Tenhou-v0")`."""

from __future__ import annotations

from .rules import presets


def register() -> None:
    """Registers an id for each ruleset that `gym.SeatEnv` plays, where Gymnasium is installed: `tenhou-sanma` is `TenhouSanma`."""
    try:
        import gymnasium
    except ImportError:
        return
    for preset in presets():
        if preset.family == "riichi":
            name = "".join(word.capitalize() for word in preset.id.split("-"))
            gymnasium.register(
                f"hyakuman/{name}-v0",
                "hyakuman.gym:SeatEnv",
                vector_entry_point="hyakuman.gym:VectorSeatEnv",
                kwargs={"rules": preset.id},
            )
