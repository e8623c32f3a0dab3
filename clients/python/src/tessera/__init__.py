"""The Python client of Tessera: a typed method for every operation of the API.

>>> from tessera import connect
>>> client = connect("http://localhost:8080", token)
>>> note = client.notes.create(board, {"text": "hello"})["note"]
"""

from tessera import types, webhooks
from tessera._connection import TokenSource
from tessera._files import File, FileInput
from tessera._version import __version__
from tessera.client import Client, connect
from tessera.errors import ConnectionError, TesseraError

__all__ = [
    "Client",
    "ConnectionError",
    "File",
    "FileInput",
    "TesseraError",
    "TokenSource",
    "__version__",
    "connect",
    "types",
    "webhooks",
]
