#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gougi behind a CSA bridge: usage csa_test.py BIN_DIR. Games against a server that is scripted
here, as real servers play them: with pondering and early pondering, byoyomi and increment, games
that end while an engine thinks, and connections that are lost in mid-game. Prints a line a game;
exit code 1 if any went wrong."""

import os
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bridge import Bridge  # noqa: E402
from server import Server  # noqa: E402


def configuration(folder, bin_dir, seed, delay, mishaps=0):
    engine = [os.path.join(bin_dir, "scripted-engine"), "--legal", str(seed), "--legal-ponder",
              "--favourites", "2", "--delay-ms", str(delay)]
    if mishaps:
        engine += ["--mishap-every", str(mishaps)]
    words = ", ".join(f"'{word}'" for word in engine)
    path = os.path.join(folder, f"{seed}.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"language: en\nengines:\n  - {{name: E, command: [{words}], mirror: true}}\n"
                   "mate: off\n")
    return path


def play(bin_dir, folder, title, wants, early=(False, False), delay=20, mishaps=0, keep=False,
         **rules):
    server = Server(**rules)
    gougi = os.path.join(bin_dir, "gougi")
    bridges = []
    for number, name in enumerate(("black", "white")):
        command = [gougi, "--config",
                   configuration(folder, bin_dir, number + 1, delay, mishaps)]
        if keep:
            command = [gougi, "keep", "--"] + command
        bridges.append(Bridge(command, server.address, name, early[number]))
    threads = [threading.Thread(target=bridge.play) for bridge in bridges]
    # Who logs in first is black.
    referee = threading.Thread(target=server.run)
    referee.start()
    for thread in threads:
        thread.start()
    for thread in threads + [referee]:
        thread.join(timeout=240)
    faults = server.faults + bridges[0].faults + bridges[1].faults
    if any(thread.is_alive() for thread in threads + [referee]):
        faults.append("it hangs")
    if server.ending not in wants:
        faults.append(f"it ended by {server.ending or 'nothing'}")
    for player, bridge in enumerate(bridges):
        if bridge.logins > 1 + sum(1 for who in rules.get("lose_at", {}).values()):
            faults.append(f"player {player} logged in {bridge.logins} times")
    hits = sum(bridge.hits for bridge in bridges)
    print(f"{title}: {len(server.record)} plies, {server.ending}, {hits} ponderhits, "
          f"{sum(b.logins for b in bridges)} logins"
          + "".join(f"\n  WRONG: {fault}" for fault in faults), flush=True)
    for bridge in bridges:
        if bridge.engine.poll() is None:
            bridge.engine.kill()
    return not faults


def main():
    bin_dir = os.path.abspath(sys.argv[1])
    to_the_end = ("#RESIGN", "#MAX_MOVES")
    well = True
    with tempfile.TemporaryDirectory() as folder:
        def game(title, wants=to_the_end, **rules):
            nonlocal well
            well = play(bin_dir, folder, title, wants, **rules) and well

        game("byoyomi, one of them ponders early", early=(True, False))
        game("increment, both ponder early", early=(True, True), total=10, byoyomi=0, increment=1)
        game("a game that ends in mid-move", wants=("#CHUDAN",), abort_at=11, delay=300)
        game("a game that ends in mid-ponder", wants=("#CHUDAN",), abort_at=12, delay=300,
             early=(True, True))
        game("connections that are lost", lose_at={7: 0, 10: 1, 21: 0, 22: 0}, byoyomi=3)
        game("engines that fail, kept relays", mishaps=10, keep=True, byoyomi=2)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
