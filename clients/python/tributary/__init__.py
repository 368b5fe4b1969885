"""Client of Tributary. Numbers are exact: figures are `decimal.Decimal` or `int`, never floats."""

from .client import Client, UNSET
from .errors import Conflict, Forbidden, Invalid, NotFound, RateLimited, TributaryError, Unauthorized, Unavailable
from .operations import OPERATIONS

__all__ = [
    "Client", "Conflict", "Forbidden", "Invalid", "NotFound", "OPERATIONS", "RateLimited", "TributaryError", "UNSET",
    "Unauthorized", "Unavailable",
]
