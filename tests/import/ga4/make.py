#!/usr/bin/env python3
"""Writes the same three events of GA4 as JSON lines and as the nested Parquet of both conventions for lists.

Needs pyarrow (`pip install pyarrow`). What it wrote lies beside it, for a test of the importer."""

import json
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq

param = pa.struct([("key", pa.string()), ("value", pa.struct([
    ("string_value", pa.string()), ("int_value", pa.int64()), ("float_value", pa.float64()),
    ("double_value", pa.float64())]))])
schema = pa.schema([
    ("event_date", pa.string()), ("event_timestamp", pa.int64()), ("event_name", pa.string()),
    ("event_params", pa.list_(param)), ("user_id", pa.string()), ("user_pseudo_id", pa.string()),
    ("collected_traffic_source", pa.struct([
        ("manual_source", pa.string()), ("manual_medium", pa.string()), ("gclid", pa.string())])),
    ("ecommerce", pa.struct([
        ("purchase_revenue", pa.float64()), ("refund_value", pa.float64()), ("transaction_id", pa.string()),
        ("total_item_quantity", pa.int64())])),
    ("items", pa.list_(pa.struct([("item_id", pa.string()), ("price", pa.float64())]))),
    ("privacy_info", pa.struct([("analytics_storage", pa.string())])),
])


def parameter(key, **kind):
    return {"key": key, "value": kind}


rows = [
    {"event_date": "20260102", "event_timestamp": 1767323045500000, "event_name": "page_view", "user_pseudo_id": "1.2",
     "event_params": [parameter("page_location", string_value="https://shop.example/?a=1"),
                      parameter("ga_session_id", int_value=7),
                      parameter("page_referrer", string_value="https://news.example/")],
     "collected_traffic_source": {"manual_source": "google", "manual_medium": "(not set)", "gclid": "G-1"}},
    {"event_date": "20260102", "event_timestamp": 1767323046500000, "event_name": "purchase", "user_pseudo_id": "1.2",
     "user_id": "u-9",
     "event_params": [parameter("currency", string_value="eur"), parameter("value", double_value=19.99)],
     "ecommerce": {"transaction_id": "T1", "purchase_revenue": 19.990000000000002, "total_item_quantity": 2},
     "items": [{"item_id": "one", "price": 9.995}, {"item_id": "two"}]},
    {"event_date": "20260102", "event_timestamp": 1767323047500000, "event_name": "refund", "user_pseudo_id": "1.2",
     "ecommerce": {"refund_value": 3.5, "transaction_id": "T1"}},
]


def as_exported(value):
    """Whole numbers as texts, and nothing of what is not there: BigQuery's JSON."""
    if isinstance(value, dict):
        return {key: as_exported(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [as_exported(inner) for inner in value]
    return str(value) if isinstance(value, int) else value


here = pathlib.Path(__file__).parent
lines = [json.dumps(as_exported(row)) for row in rows]
(here / "events.json").write_text("".join(f"{line}\n" for line in lines))
table = pa.Table.from_pylist(rows, schema=schema)
for name, is_element in [("element", True), ("item", False)]:
    pq.write_table(table, here / f"events_{name}.parquet", compression="snappy",
                   use_compliant_nested_type=is_element)
