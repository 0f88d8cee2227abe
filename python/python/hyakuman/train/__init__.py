"""Training of networks: imitation of a data set, self-play, and matches on duplicate walls.

    python -m hyakuman.train imitate CONFIG.toml
    python -m hyakuman.train ppo CONFIG.toml
    python -m hyakuman.train evaluate CONFIG.toml

The modules `imitate`, `ppo` and `evaluate` have a function `run`, which does the same from Python; their parts can be used
alone. Needs JAX and optax: `pip install 'hyakuman[train]'`.
"""

try:
    import jax as _jax
    import optax as _optax
except ImportError as error:
    raise ImportError("hyakuman.train needs JAX and optax: pip install 'hyakuman[train]'") from error

from . import checkpoints, config, curves, evaluate, export, imitate, models, players, ppo

__all__ = ["checkpoints", "config", "curves", "evaluate", "export", "imitate", "models", "players", "ppo"]
