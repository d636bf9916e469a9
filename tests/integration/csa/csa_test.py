#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gougi behind a CSA bridge: usage csa_test.py BIN_DIR [TITLE]: all games, or those with these
words in their titles. They are against a server that is scripted here, as real servers play them:
with pondering and early pondering, byoyomi and increment, games that end while an engine thinks,
connections that are lost in mid-game, and races: both sides resign at once, a move crosses the end
of the game, the opponent moves while one logs in again. After each a second game shows that nothing
of the first is left. Prints a line a game; exit code 1 if any went wrong."""

import os
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bridge import Bridge  # noqa: E402
from server import Server  # noqa: E402


def configuration(folder, bin_dir, seed, delay, mishaps=0, moves=None):
    engine = [os.path.join(bin_dir, "scripted-engine"), "--delay-ms", str(delay)]
    if moves:
        engine += ["--bestmove", moves[0], "--ponder", moves[1]]
    else:
        engine += ["--legal", str(seed), "--legal-ponder", "--favourites", "2"]
    if mishaps:
        engine += ["--mishap-every", str(mishaps)]
    words = ", ".join(f"'{word}'" for word in engine)
    path = os.path.join(folder, f"{seed}.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"language: en\nengines:\n  - {{name: E, command: [{words}], mirror: true}}\n"
                   "mate: off\n")
    return path


def play(bin_dir, folder, title, wants, early=(False, False), delay=20, mishaps=0, keep=False,
         moves=(None, None), give_up=(None, None), races=0, **rules):
    """A game by these rules, and a second one without their troubles."""
    quiet = {key: rules[key] for key in ("total", "byoyomi", "increment") if key in rules}
    servers = [Server(**rules), Server(**quiet, most_plies=4)]
    gougi = os.path.join(bin_dir, "gougi")
    bridges = []
    for number, name in enumerate(("black", "white")):
        command = [gougi, "--config",
                   configuration(folder, bin_dir, number + 1, delay, mishaps, moves[number])]
        if keep:
            command = [gougi, "keep", "--"] + command
        bridges.append(Bridge(command, [server.address for server in servers], name, early[number],
                              give_up[number]))
    threads = [threading.Thread(target=bridge.play) for bridge in bridges]
    threads.append(threading.Thread(target=lambda: [server.run() for server in servers]))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=240)
    faults = [fault for each in servers + bridges for fault in each.faults]
    if any(thread.is_alive() for thread in threads):
        faults.append("it hangs")
    first, second = servers
    if first.ending not in wants:
        faults.append(f"it ended by {first.ending or 'nothing'}")
    if first.raced < races:
        faults.append("nothing crossed")
    if second.ending not in ("#MAX_MOVES", "#RESIGN"):
        faults.append(f"the game after it ended by {second.ending or 'nothing'} at ply "
                      f"{len(second.record)}")
    for player, bridge in enumerate(bridges):
        lost = sum(1 for who in rules.get("lose_at", {}).values() if who == player)
        if bridge.logins > 2 + lost:
            faults.append(f"player {player} logged in {bridge.logins} times")
    hits = sum(bridge.hits for bridge in bridges)
    print(f"{title}: {len(first.record)} plies, {first.ending}, {hits} ponderhits, "
          f"{sum(b.logins for b in bridges)} logins, {first.raced} lines too late"
          + "".join(f"\n  WRONG: {fault}" for fault in faults), flush=True)
    for bridge in bridges:
        if bridge.engine.poll() is None:
            bridge.engine.kill()
    return not faults


# They resign in their third move, and guess each other's moves rightly.
RESIGNING = (("7g7f,6g6f,resign", "3c3d"), ("3c3d,4c4d,resign", "6g6f"))
# A search that began without times is asked anew with the times.
RESIGNING_EARLY = (("7g7f,6g6f,6g6f,resign", "3c3d"), ("3c3d,4c4d,4c4d,resign", "6g6f"))


def races(game):
    """Each line that is too late was sent before its sender could know."""
    for early in ((False, False), (True, True)):
        how = ", pondering early" if early[0] else ""
        for first, name in (("+", "the mover"), ("-", "the other")):
            game(f"both resign at once, {name} is heard first{how}", wants=("#RESIGN",),
                 moves=RESIGNING_EARLY if early[0] else RESIGNING, cross_at={4: first}, give_up=(None, 4), early=early, races=1)
        game(f"a move crosses a resignation{how}", wants=("#RESIGN",), cross_at={6: "-"},
             give_up=(None, 6), early=early, races=1)
        game(f"a resignation crosses a move{how}", wants=("#RESIGN",), cross_at={6: "+"},
             give_up=(None, 6), early=early)
        game(f"a move crosses the end of the game{how}", wants=("#TIME_UP",), cut_at=9, early=early,
             races=1)
        # Their own move was the last that they sent: the opponent moves before START.
        game(f"the opponent moves while one logs in again{how}", lose_at={7: 0, 12: 1, 17: 0},
             late_start=True, delay=100, byoyomi=3, most_plies=24, early=early)
        # It was theirs to move: what they answer meanwhile is nobody's.
        game(f"a connection is lost as the opponent moves{how}", lose_at={6: 0, 11: 1, 18: 0},
             delay=100, byoyomi=3, most_plies=24, early=early)
    # Around the moment of the answer the end comes before it, with it and behind it.
    for wait in (0.02, 0.04, 0.05, 0.06, 0.08):
        game(f"the game ends {1000 * wait:.0f} ms after a move", wants=("#CHUDAN",), abort_at=8,
             abort_after=wait, delay=50, early=(True, False))


def main():
    bin_dir = os.path.abspath(sys.argv[1])
    only = " ".join(sys.argv[2:])
    to_the_end = ("#RESIGN", "#MAX_MOVES")
    games = []
    # Most of a game is waiting.
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(8) as crowd:
        def game(title, wants=to_the_end, **rules):
            if only in title:
                own = os.path.join(folder, str(len(games)))
                os.mkdir(own)
                games.append(crowd.submit(play, bin_dir, own, title, wants, **rules))

        game("byoyomi, one of them ponders early", early=(True, False))
        game("increment, both ponder early", early=(True, True), total=10, byoyomi=0, increment=1)
        game("a game that ends in mid-move", wants=("#CHUDAN",), abort_at=11, delay=300)
        game("a game that ends in mid-ponder", wants=("#CHUDAN",), abort_at=12, delay=300,
             early=(True, True))
        game("connections that are lost", lose_at={7: 0, 10: 1, 21: 0, 22: 0}, byoyomi=3)
        races(game)
        game("engines that fail, kept relays", mishaps=10, keep=True, byoyomi=2)
    if not games:
        sys.exit(f"no game has '{only}' in its title")
    return 0 if all(well.result() for well in games) else 1


if __name__ == "__main__":
    sys.exit(main())
