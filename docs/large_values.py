#!/usr/bin/env python3
"""Reads a large value as docs/wire-format.md says, with Python's standard library alone.

Standard input is one JSON object:
  table       the table's name
  attribute   the attribute's name
  key         the names of the key attributes, partition key first
  item        the item, in DynamoDB JSON
  rows        the rows of the chunk table, in DynamoDB JSON
The value's bytes go to standard output. What is not as it was written ends with a message and status 1.
"""
import base64
import gzip
import hashlib
import json
import sys
from decimal import Decimal


def canonical(number):
    text = format(Decimal(number), "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def escaped(text):
    return text.replace("%", "%25").replace("#", "%23")


def tagged(value):
    (kind, content), = value.items()
    if kind == "S":
        return "S:" + escaped(content)
    if kind == "N":
        return "N:" + canonical(content)
    raw = base64.b64decode(content)
    return "B:" + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def parent(asked):
    parts = [escaped(asked["table"]), escaped(asked["attribute"])]
    parts += [tagged(asked["item"][name]) for name in asked["key"]]
    text = "1#" + "#".join(parts)
    if len(text.encode()) <= 2004:
        return text
    digest = hashlib.sha256(text.encode()).digest()
    return "1#~" + base64.urlsafe_b64encode(digest).decode().rstrip("=")


def stored(asked, marker):
    write_id = base64.b64decode(marker["w"]["B"]).hex()
    rows = {row["Id"]["S"]: row for row in asked["rows"]}
    chunks = []
    for number in range(1, int(marker["k"]["N"]) + 1):
        key = "%s#%s#%d" % (parent(asked), write_id, number)
        if key not in rows:
            raise ValueError("chunk %d is not there" % number)
        chunks.append(base64.b64decode(rows[key]["Data"]["B"]))
    return b"".join(chunks)


def plain(value):
    (kind, content), = value.items()
    if kind == "S":
        return content.encode()
    if kind == "B":
        return base64.b64decode(content)
    raise ValueError("a value of type %s that is stored as it is" % kind)


def read(asked):
    item, attribute = asked["item"], asked["attribute"]
    if "evenkeel." + attribute not in item:
        return plain(item[attribute])
    marker = item["evenkeel." + attribute]["M"]
    if marker["v"]["N"] != "1" or "d" in marker:
        raise ValueError("a newer format")
    place = marker["at"]["S"]
    if place == "item":
        content = base64.b64decode(item[attribute]["B"])
    elif place == "chunks":
        content = stored(asked, marker)
        if len(content) != int(marker["z"]["N"]):
            raise ValueError("another length than was written")
    else:
        raise ValueError("values in %s are not read here" % place)
    codec = marker.get("c", {}).get("S")
    if codec not in (None, "gzip"):
        raise ValueError("codec %s is not in Python's standard library" % codec)
    value = gzip.decompress(content) if codec else content
    if len(value) != int(marker["n"]["N"]):
        raise ValueError("another length than was written")
    if "h" in marker and hashlib.sha256(value).digest() != base64.b64decode(marker["h"]["B"]):
        raise ValueError("not what was written")
    return value


if __name__ == "__main__":
    try:
        sys.stdout.buffer.write(read(json.load(sys.stdin)))
    except (KeyError, ValueError) as failure:
        sys.exit("the value cannot be read: %s" % failure)
