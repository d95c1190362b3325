"""What every driver of the port `Db` keeps. A second driver joins by a line in `DRIVERS`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from sidecar.errors import StorageError
from sidecar.storage.db import Db, Tx, Value
from sidecar.storage.sqlite import SqliteDb

pytestmark = pytest.mark.req("SCL-01")


async def _sqlite(folder: Path, stack: AsyncExitStack) -> Db:
    return await stack.enter_async_context(await SqliteDb.open(folder / "contract.db"))


DRIVERS: dict[str, Callable[[Path, AsyncExitStack], Awaitable[Db]]] = {"sqlite": _sqlite}


@pytest.fixture(params=DRIVERS)
async def db(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Db]:
    async with AsyncExitStack() as stack:
        db = await DRIVERS[request.param](tmp_path, stack)

        async def prepare(tx: Tx) -> None:
            await tx.execute(
                "create table shelf (id integer primary key, name text not null unique, size integer, weight real,"
                " cover bytea)"
            )
            await tx.execute("create table book (id integer primary key, shelf_id integer references shelf (id))")

        await db.write(prepare)
        yield db


async def add(db: Db, name: str, size: int = 1) -> int:
    async def work(tx: Tx) -> int:
        return await tx.insert("insert into shelf (name, size) values (:name, :size)", name=name, size=size)

    return await db.write(work)


async def names(db: Db) -> list[Value]:
    async def work(tx: Tx) -> list[Value]:
        return [row["name"] for row in await tx.all("select name from shelf order by id")]

    return await db.read(work)


async def test_a_write_returns_what_the_work_returns_and_a_read_sees_it(db: Db) -> None:
    first, second = await add(db, "a"), await add(db, "b")
    assert first != second
    assert await names(db) == ["a", "b"]


@pytest.mark.parametrize("value", ["áé😀\n", "", "'; drop table shelf; --", "x" * 100_000])
async def test_values_come_back_as_they_went_in(db: Db, value: str) -> None:
    async def work(tx: Tx) -> None:
        await tx.insert(
            "insert into shelf (name, size, weight, cover) values (:name, :size, :weight, :cover)",
            name=value,
            size=2**53,
            weight=0.1,
            cover=b"\x00\xff",
        )

    await db.write(work)

    async def look(tx: Tx) -> dict[str, Value]:
        row = await tx.one("select name, size, weight, cover from shelf")
        assert row is not None
        return dict(row)

    assert await db.read(look) == {"name": value, "size": 2**53, "weight": 0.1, "cover": b"\x00\xff"}


async def test_one_gives_none_where_there_is_no_row(db: Db) -> None:
    async def work(tx: Tx) -> object:
        return await tx.one("select name from shelf where id = :id", id=99), await tx.all("select id from shelf")

    assert await db.read(work) == (None, [])


async def test_execute_counts_the_rows_it_changed(db: Db) -> None:
    for name in "abc":
        await add(db, name)

    async def work(tx: Tx) -> tuple[int, int]:
        return (
            await tx.execute("update shelf set size = 9 where name <> :name", name="b"),
            await tx.execute("delete from shelf where name = :name", name="z"),
        )

    assert await db.write(work) == (2, 0)


async def test_work_that_raises_leaves_nothing_and_its_own_error_comes_out(db: Db) -> None:
    class Unhappy(Exception):
        pass

    async def work(tx: Tx) -> None:
        await tx.insert("insert into shelf (name) values (:name)", name="gone")
        raise Unhappy

    with pytest.raises(Unhappy):
        await db.write(work)
    assert await names(db) == []
    assert await add(db, "next") > 0


async def test_work_sees_its_own_changes(db: Db) -> None:
    async def work(tx: Tx) -> int:
        await tx.insert("insert into shelf (name) values ('a')")
        return len(await tx.all("select id from shelf"))

    assert await db.write(work) == 1


async def test_a_broken_constraint_is_a_storage_error(db: Db) -> None:
    await add(db, "a")
    with pytest.raises(StorageError):
        await add(db, "a")

    async def orphan(tx: Tx) -> None:
        await tx.execute("insert into book (shelf_id) values (999)")

    with pytest.raises(StorageError):
        await db.write(orphan)
    assert await names(db) == ["a"]


async def test_an_insert_that_makes_no_row_says_so(db: Db) -> None:
    await add(db, "a")

    async def work(tx: Tx) -> int:
        return await tx.insert("insert into shelf (name) values ('a') on conflict (name) do nothing")

    with pytest.raises(RuntimeError):
        await db.write(work)


async def test_reads_cannot_change_anything(db: Db) -> None:
    async def work(tx: Tx) -> None:
        await tx.execute("insert into shelf (name) values ('sneaked in')")

    with pytest.raises(StorageError):
        await db.read(work)
    assert await names(db) == []


@pytest.mark.parametrize("operation", ["write", "read"])
async def test_awaiting_anything_else_inside_is_an_error(db: Db, operation: str) -> None:
    never = asyncio.get_running_loop().create_future()

    async def work(tx: Tx) -> None:
        await tx.all("select 1 as one")
        await never

    run = db.write if operation == "write" else db.read
    with pytest.raises(RuntimeError, match="nothing but the transaction"):
        await run(work)
    assert await add(db, "still alive") > 0
    assert await names(db) == ["still alive"]


async def test_a_transaction_cannot_be_used_after_its_end(db: Db) -> None:
    kept: list[Tx] = []

    async def work(tx: Tx) -> None:
        kept.append(tx)

    await db.write(work)
    with pytest.raises(RuntimeError, match="over"):
        await kept[0].execute("delete from shelf")

    async def borrow(tx: Tx) -> None:
        await kept[0].execute("delete from shelf")

    with pytest.raises(RuntimeError, match="over"):
        await db.write(borrow)


async def test_many_writers_at_once_all_count(db: Db) -> None:
    await add(db, "counter", size=0)

    async def increment(tx: Tx) -> None:
        row = await tx.one("select size from shelf where name = 'counter'")
        assert row is not None and isinstance(row["size"], int)
        await tx.execute("update shelf set size = :size where name = 'counter'", size=row["size"] + 1)

    await asyncio.gather(*(db.write(increment) for _ in range(300)))

    async def look(tx: Tx) -> object:
        row = await tx.one("select size from shelf")
        return row and row["size"]

    assert await db.read(look) == 300


async def test_one_writers_failure_does_not_touch_the_others(db: Db) -> None:
    results = await asyncio.gather(
        *(add(db, "the same" if n % 10 == 0 else f"name {n}") for n in range(100)),
        return_exceptions=True,
    )
    failed = [result for result in results if isinstance(result, BaseException)]
    assert len(failed) == 9 and all(isinstance(error, StorageError) for error in failed)
    assert len(await names(db)) == 91


async def test_a_read_is_one_snapshot_however_much_is_written_beside_it(db: Db) -> None:
    async def move(tx: Tx) -> None:
        await tx.execute("delete from shelf")
        await tx.insert("insert into shelf (name) values ('it')")

    async def look(tx: Tx) -> tuple[int, int]:
        return len(await tx.all("select id from shelf")), len(await tx.all("select id from shelf"))

    await db.write(move)
    done = await asyncio.gather(*(db.write(move) if n % 2 else db.read(look) for n in range(200)))
    assert set(done) == {None, (1, 1)}


async def test_a_caller_that_gives_up_leaves_a_whole_transaction_or_none(db: Db) -> None:
    async def pair(tx: Tx, n: int) -> None:
        await tx.insert("insert into shelf (name) values (:name)", name=f"left {n}")
        await tx.insert("insert into shelf (name) values (:name)", name=f"right {n}")

    async def one(n: int) -> None:
        async def work(tx: Tx) -> None:
            await pair(tx, n)

        await db.write(work)

    tasks = [asyncio.create_task(one(n)) for n in range(60)]
    for turn in range(6):
        await asyncio.sleep(0)
        for task in tasks[turn::6]:
            task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await add(db, "afterwards")  # in order: what was submitted before is over
    kept = {str(name) for name in await names(db)} - {"afterwards"}
    assert {name.replace("left", "right") for name in kept} == {name for name in kept if "right" in name}
    assert len(kept) % 2 == 0
