"""Brings up `sidecar chat` again and again without waiting for its imports: `python -m tests.system.nursery`.

A process that has imported everything and started nothing forks a child for each life. The child is Sidecar from its
command line on, in a process of its own that can be killed. Orders come through standard input, a socket: a home and
three descriptors for the child. The answers are the child's number, then, at its end, how it ended.
"""

from __future__ import annotations

import os
import socket
import struct
import sys

ANSWER = struct.Struct("q")
_LONGEST_ORDER_BYTES = 4096


def serve(orders: socket.socket) -> None:
    while True:
        home, descriptors, _, _ = socket.recv_fds(orders, _LONGEST_ORDER_BYTES, 3)
        if not home:
            return  # whoever gave the orders has gone
        child = os.fork()
        if child == 0:
            orders.detach()
            live(home.decode(), descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        orders.sendall(ANSWER.pack(child))
        _, status = os.waitpid(child, 0)
        orders.sendall(ANSWER.pack(os.waitstatus_to_exitcode(status)))


def live(home: str, descriptors: list[int]) -> None:
    from sidecar.__main__ import main

    for standard, descriptor in enumerate(descriptors):
        os.dup2(descriptor, standard)
        os.close(descriptor)
    # as a new interpreter would open them: those of the nursery were made for other files
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)
    os.environ["SIDECAR_HOME"] = home
    sys.argv = ["sidecar", "chat"]
    main()


def load_everything() -> None:
    import sidecar.app
    import sidecar.cli.chat
    import sidecar.cli.main
    import sidecar.cli.terminal  # noqa: F401
    from sidecar.providers.factory import preload_provider

    preload_provider("openai")


if __name__ == "__main__":
    load_everything()
    with socket.socket(fileno=os.dup(0)) as orders:
        serve(orders)
