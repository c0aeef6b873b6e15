"""The shop's tables and rows, kept in SQLite."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

SCHEMA: Final = """
CREATE TABLE customers (id TEXT PRIMARY KEY, name TEXT, email TEXT, city TEXT);
CREATE TABLE products (id TEXT PRIMARY KEY, title TEXT, price INTEGER);
CREATE TABLE orders (id TEXT PRIMARY KEY, number TEXT, customer TEXT, status TEXT, placed TEXT);
CREATE TABLE lines (order_id TEXT, product TEXT, quantity INTEGER);
CREATE TABLE shipments (id TEXT PRIMARY KEY, order_id TEXT, carrier TEXT, status TEXT, shipped TEXT, grams INTEGER);
CREATE TABLE events (shipment TEXT, at TEXT, place TEXT, note TEXT);
CREATE TABLE refunds (id TEXT PRIMARY KEY, order_id TEXT, amount INTEGER, reason TEXT, created TEXT);
"""

#: The customer whom the demo asks for is neither the first nor the only one of that given name.
CUSTOMERS: Final = (
    ("cus_01", "Amara Okafor", "amara@example.com", "Lagos"),
    ("cus_02", "Jonas Weber", "jonas@example.com", "Hamburg"),
    ("cus_03", "Mina Petrova", "petrova@example.com", "Sofia"),
    ("cus_04", "Mina Park", "mina.park@example.com", "Busan"),
    ("cus_05", "Luis Ortega", "luis@example.com", "Bogota"),
)
PRODUCTS: Final = (
    ("prd_1", "Storm lantern", 4900),
    ("prd_2", "Oilskin coat", 12900),
    ("prd_3", "Brass compass", 3500),
    ("prd_4", "Rope, 20 m", 1800),
)
ORDERS: Final = (
    ("ord_11", "A-1001", "cus_01", "DELIVERED", "2025-03-02T09:12:00Z"),
    ("ord_12", "A-1002", "cus_04", "DELIVERED", "2025-03-05T16:40:00Z"),
    ("ord_13", "A-1003", "cus_04", "SHIPPED", "2025-03-18T08:05:00Z"),
    ("ord_14", "A-1004", "cus_02", "PAID", "2025-03-19T11:30:00Z"),
    ("ord_15", "A-1005", "cus_03", "SHIPPED", "2025-03-20T14:22:00Z"),
)
LINES: Final = (
    ("ord_11", "prd_2", 1),
    ("ord_12", "prd_3", 2),
    ("ord_13", "prd_1", 1),
    ("ord_13", "prd_4", 3),
    ("ord_14", "prd_4", 1),
    ("ord_15", "prd_2", 1),
)
SHIPMENTS: Final = (
    ("shp_21", "ord_11", "Northwind Freight", "DELIVERED", "2025-03-03T07:00:00Z", 1900),
    ("shp_22", "ord_12", "Northwind Freight", "DELIVERED", "2025-03-06T07:30:00Z", 640),
    ("shp_23", "ord_13", "Harbor Express", "IN_TRANSIT", "2025-03-19T06:45:00Z", 4100),
    ("shp_24", "ord_15", "Harbor Express", "PACKED", "2025-03-21T05:15:00Z", 1900),
)
EVENTS: Final = (
    ("shp_21", "2025-03-03T07:00:00Z", "Rotterdam", "Left the warehouse"),
    ("shp_21", "2025-03-08T10:20:00Z", "Lagos", "Delivered"),
    ("shp_22", "2025-03-06T07:30:00Z", "Rotterdam", "Left the warehouse"),
    ("shp_22", "2025-03-12T13:05:00Z", "Busan", "Delivered"),
    ("shp_23", "2025-03-19T06:45:00Z", "Rotterdam", "Left the warehouse"),
    ("shp_23", "2025-03-22T18:10:00Z", "Incheon", "Arrived at the sorting centre"),
    ("shp_24", "2025-03-21T05:15:00Z", "Rotterdam", "Packed"),
)
REFUNDS: Final = (("ref_1", "ord_11", 2900, "LATE", "2025-03-09T12:00:00Z"),)

ROWS: Final = {
    "customers": CUSTOMERS,
    "products": PRODUCTS,
    "orders": ORDERS,
    "lines": LINES,
    "shipments": SHIPMENTS,
    "events": EVENTS,
    "refunds": REFUNDS,
}


def create(path: Path) -> None:
    """Make the database at *path* and fill it."""
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(SCHEMA)
        for table, rows in ROWS.items():
            marks = ", ".join("?" * len(rows[0]))
            db.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608 - our own table names
