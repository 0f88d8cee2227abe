"""Numbers with their intervals, as text."""

import math


def value(factor, digits, found, sign="", more=0):
    """An estimate with half of its interval, which has at least one significant digit, plus `more` digits."""
    if found is None:
        return "–"
    if found["ci95"] is None:
        return f"{found['value'] * factor:{sign}.{digits}f}"
    low, high = found["ci95"]
    half = (high - low) / 2 * factor
    digits = max(digits, math.ceil(-math.log10(half))) + more
    return f"{found['value'] * factor:{sign}.{digits}f} ± {half:.{digits}f}"


def difference(factor, digits, found):
    """The same for a difference, with a sign; bold if its interval excludes zero, unless it rests on few events. It has
    enough digits for the printed numbers to show whether zero is excluded.

    >>> difference(1, 0, {"value": -3.1, "ci95": [-6.0, -0.2]})
    '**-3.1 ± 2.9**'
    >>> difference(1, 0, {"value": -3.04, "ci95": [-6.07, -0.01]})
    '**-3.04 ± 3.03**'
    >>> difference(1, 0, {"value": 2.6, "ci95": [-0.05, 5.25]})
    '+3 ± 3'
    >>> difference(1, 0, {"value": 2.51, "ci95": [-0.01, 5.03]})
    '+3 ± 3'
    >>> difference(1, 0, {"value": 5.5, "ci95": [-0.1, 11.1]})
    '+6 ± 6'
    >>> difference(1, 0, {"value": 4.5, "ci95": [-0.2, 9.2]})
    '+4 ± 5'
    >>> difference(1, 0, {"value": -191.0, "ci95": [-197.0, -185.0]})
    '**-191 ± 6**'
    >>> difference(100, 2, {"value": 0.00012, "ci95": [0.00002, 0.00042], "few": True})
    '+0.01 -0.01 +0.03 (few)'
    >>> difference(1, 1, {"value": 8.0, "ci95": None, "p": 0})
    '**+8.0**'
    >>> difference(1, 3, {"value": -0.004, "ci95": None, "p": None})
    '-0.004'
    """
    if found is None:
        return "–"
    if found["value"] == 0 and found["ci95"] is None:
        return "0"
    if found["ci95"] is None:
        text = value(factor, digits, found, "+")
        return f"**{text}**" if found.get("p") == 0 else text  # the same on all walls, or on fewer than ten
    if found.get("few"):
        below, above = ((bound - found["value"]) * factor for bound in found["ci95"])
        return f"{found['value'] * factor:+.{digits}f} {below:+.{digits}f} {above:+.{digits}f} (few)"
    apart = found["ci95"][0] > 0 or found["ci95"][1] < 0
    for more in range(9):
        text = value(factor, digits, found, "+", more)
        printed, half = map(float, text.split(" ± "))
        if (abs(printed) > half) == apart:
            break
    return f"**{text}**" if apart else text
