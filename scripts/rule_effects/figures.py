"""Numbers of `hyakuman compare --json` with their intervals, as text. The names in the JSON are used here only."""

import math


def estimate(arm, measure):
    """Base, variant and difference of a measure in an arm."""
    if measure.kind == "resolution":
        found = arm["resolution"]
        sides = {side: found[side][measure.rate] for side in ("base", "variant")}
        return sides | {"difference": found[f"{measure.rate}_difference"]}
    if measure.kind == "table":
        found = arm["table"][measure.rate]
        return found[0] if isinstance(found, list) else found  # a list: by seat
    players = [player["rates"][measure.rate] for player in arm["by_agent"]]
    return players[0] if measure.kind == "first" else {side: mean([player[side] for player in players]) for side in players[0]}


def mean(found):
    """The mean of estimates. Its interval has the mean of their widths, so it is wide enough however they depend on each other.

    >>> mean([{"value": 1.0, "ci95": [0.0, 2.0]}, {"value": 2.0, "ci95": [1.5, 2.5]}])
    {'value': 1.5, 'ci95': [0.75, 2.25]}
    >>> mean([{"value": 1.0, "ci95": [0.0, 2.0]}, {"value": 2.0, "ci95": None, "few": True}])
    {'value': 2.0, 'ci95': None, 'few': True}
    """
    least = min(found, key=lambda one: bool(one and one["ci95"]))
    if len(found) == 1 or not (least and least["ci95"]):
        return least
    bounds = zip(*(one["ci95"] for one in found), strict=True)
    return {"value": sum(one["value"] for one in found) / len(found), "ci95": [sum(bound) / len(found) for bound in bounds]}


def value(factor, digits, found, sign="", more=0):
    """An estimate with half of its interval, which has at least one significant digit, plus `more` digits.

    >>> value(100, 1, {"value": 0.1234, "ci95": [0.12, 0.1268]})
    '12.3 ± 0.3'
    >>> value(100, 3, {"value": 0.00002, "ci95": [0.00001, 0.00005]})
    '0.002 (0.001 to 0.005)'
    >>> value(100, 2, {"value": 0.0, "ci95": [0.0, 0.0004]})
    'none seen, below 0.04'
    """
    if found is None:
        return "–"
    if found["ci95"] is None:
        return f"{found['value'] * factor:{sign}.{digits}f}"
    low, high = found["ci95"]
    if found["value"] == 0 and low == 0:
        return f"none seen, below {high * factor:.{max(digits, digits_of(high * factor))}f}"
    half = (high - low) / 2 * factor
    digits = max(digits, digits_of(half)) + more
    text = f"{found['value'] * factor:{sign}.{digits}f}"
    middle = (low + high) / 2
    if abs(middle - found["value"]) * factor > half / 10:  # a rare event: the value is not in the middle
        return f"{text} ({low * factor:{sign}.{digits}f} to {high * factor:{sign}.{digits}f})"
    return f"{text} ± {half:.{digits}f}"


def digits_of(number):
    """Decimals that show the first significant digit of a number."""
    return math.ceil(-math.log10(number))


def difference(factor, digits, both):
    """The difference of base and variant, with a sign; bold if its interval excludes zero. Words where there is no interval to
    judge by. It has enough digits for the printed numbers to show whether zero is excluded.

    >>> change = lambda low, high, value: {"difference": {"value": value, "ci95": [low, high]}}
    >>> difference(1, 0, change(-6.0, -0.2, -3.1))
    '**-3.1 ± 2.9**'
    >>> difference(1, 0, change(-6.07, -0.01, -3.04))
    '**-3.04 ± 3.03**'
    >>> difference(1, 0, change(-0.05, 5.25, 2.6))
    '+3 ± 3'
    >>> difference(1, 0, change(-0.2, 9.2, 4.5))
    '+4 ± 5'
    >>> difference(1, 0, change(-197.0, -185.0, -191.0))
    '**-191 ± 6**'
    >>> difference(100, 2, {"difference": {"value": 0.00012, "ci95": None, "few": True, "events_changed": 7}})
    'few (7 walls)'
    >>> difference(1, 2, {"difference": {"value": 0.01, "ci95": None, "few": True, "events_changed": None, "walls_changed": 3}})
    'few (3 walls)'
    >>> difference(1, 1, {"difference": {"value": 8.0, "ci95": None, "p": 0}})
    '**+8.0**'
    >>> difference(1, 3, {"difference": {"value": -0.004, "ci95": None, "p": None, "walls_changed": 4}})
    'few (4 walls)'
    >>> difference(1, 3, {"difference": {"value": 0.0, "ci95": None, "same": True}})
    'the same'
    >>> none = {"value": 0.0, "ci95": [0.0, 0.0004]}
    >>> difference(100, 2, {"base": none, "variant": none, "difference": {"value": 0.0, "ci95": None, "same": True}})
    'none seen, below 0.04'
    """
    found = both["difference"]
    if found is None:
        return "–"
    if found.get("same") or found.get("few"):
        never = none_seen(factor, digits, both)
        if never:
            return never
    if found.get("same"):
        return "the same"
    if found.get("few"):
        changed = found.get("events_changed")
        return few(found["walls_changed"] if changed is None else changed)
    if found["ci95"] is None:
        every = found.get("p") == 0  # the same change on all walls; otherwise fewer than ten walls changed
        return f"**{value(factor, digits, found, '+')}**" if every else few(found["walls_changed"])
    return with_interval(factor, digits, found)


def few(walls):
    """Too few walls changed.

    >>> few(1), few(0)
    ('few (1 wall)', 'the same events')
    """
    if walls == 0:
        return "the same events"
    return f"few ({walls} wall{'' if walls == 1 else 's'})"


def none_seen(factor, digits, both):
    """What base and variant say if the event never happened under either, else nothing."""
    sides = [both.get(side) for side in ("base", "variant")]
    never = all(side and side["value"] == 0 and side["ci95"] for side in sides)
    return value(factor, digits, sides[0]) if never else None


def with_interval(factor, digits, found):
    """A difference with its interval."""
    apart = excludes_zero(found)
    for more in range(9):
        text = value(factor, digits, found, "+", more)
        if " ± " not in text:
            break
        printed, half = map(float, text.split(" ± "))
        if (abs(printed) > half) == apart:
            break
    return f"**{text}**" if apart else text


def in_words(factor, digits, by_agents):
    """Differences of several agents in a few words.

    >>> clear, more, none = ({"value": v, "ci95": [v - 1, v + 1]} for v in (2.0, 3.0, 0.5))
    >>> in_words(1, 1, {"a": clear, "b": more}), in_words(1, 1, {"a": clear, "b": clear}), in_words(1, 1, {"a": clear})
    ('+2.0 to +3.0 with all agents', '+2.0 with all agents', '+2.0')
    >>> in_words(1, 1, {"a": clear, "b": none}), in_words(1, 1, {"a": none, "b": none})
    ('+2.0 with `a`, not shown with `b`', 'none shown, at most 1.5')
    >>> in_words(1, 1, {"a": {"value": 0.0, "ci95": None, "same": True}}), in_words(1, 1, {"a": {"value": 0.1, "ci95": None, "few": True}})
    ('the same', 'too rare to judge')
    """
    judged = {agents: found for agents, found in by_agents.items() if found and not found.get("few") and not found.get("same")}
    if not judged:
        return "the same" if all(found and found.get("same") for found in by_agents.values()) else "too rare to judge"
    clear = {agents: found for agents, found in judged.items() if excludes_zero(found)}
    if not clear:
        most = max(abs(bound) * factor for found in judged.values() for bound in found["ci95"] or [0])
        return f"none shown, at most {most:.{digits}f}"
    values = sorted((f"{found['value'] * factor:+.{digits}f}" for found in clear.values()), key=float)
    effect = values[0] if values[0] == values[-1] else f"{values[0]} to {values[-1]}"
    if len(clear) == len(by_agents):
        return f"{effect} with all agents" if len(clear) > 1 else effect
    names = lambda some: ", ".join(f"`{agents}`" for agents in some)  # noqa: E731
    return f"{effect} with {names(clear)}, not shown with {names(agents for agents in by_agents if agents not in clear)}"


def excludes_zero(found):
    """Whether a difference is not chance; one that is the same on all walls has no interval."""
    return found["ci95"][0] > 0 or found["ci95"][1] < 0 if found["ci95"] else found.get("p") == 0
