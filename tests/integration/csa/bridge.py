# SPDX-License-Identifier: MIT
"""A bridge as people put between a USI engine and a CSA server: protocol version 1.2 on one side,
USI on the other, for one game after another with the same engine. It ponders, early if it is told so (`go ponder` without times as soon as its own
move is out, the times with `ponderhit`), and logs in again where the connection is lost."""

import queue
import socket
import subprocess
import threading

from board import Board


class Lines:
    """What a stream says, line by line, from a thread of its own; None is its end."""

    def __init__(self, stream, events, who):
        def read():
            for line in stream:
                events.put((who, line.rstrip("\r\n")))
            events.put((who, None))

        threading.Thread(target=read, daemon=True).start()


class Bridge:
    def __init__(self, command, addresses, name, early=False, gives_up_at=None):
        """`gives_up_at`: somebody resigns by hand when so many plies, the last of them its own,
        have been played."""
        self.command, self.addresses, self.name, self.early = command, addresses, name, early
        self.gives_up_at = gives_up_at
        self.events = queue.Queue()
        self.engine = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        Lines(self.engine.stdout, self.events, "engine")
        self.searching = None  # None, "move", "ponder", or "drop": its answer is nobody's
        self.waiting = None  # what is asked once a dropped search has been answered
        self.faults = []
        self.results = []
        self.hits = 0
        self.logins = 0

    # The engine.

    def tell(self, line):
        self.engine.stdin.write(line + "\n")
        self.engine.stdin.flush()

    def until(self, word):
        while True:
            who, line = self.events.get(timeout=60)
            if who == "engine" and line is None:
                raise RuntimeError(f"the engine ended before {word}")
            if who == "engine" and line.split(" ")[0] == word:
                return line
            if who == "engine" and line.startswith("bestmove"):
                self.faults.append(f"an answer to nothing: {line}")

    def ask(self, line, kind, predicted=None):
        """`position` with the moves so far, and `go`; behind a search that is being dropped."""
        moves = self.moves + ([predicted] if predicted else [])
        order = ("position startpos" + (" moves " + " ".join(moves) if moves else ""), line, kind,
                 predicted)
        if self.searching == "drop":
            self.waiting = order
        else:
            self.begin(order)

    def begin(self, order):
        position, line, self.searching, self.predicted = order
        self.tell(position)
        self.tell(line)

    def drop(self):
        self.waiting = None
        if self.searching in ("move", "ponder"):
            self.tell("stop")
            self.searching = "drop"

    def clocks(self):
        byoyomi, increment = self.byoyomi, self.increment
        text = f"btime {self.left['+']} wtime {self.left['-']}"
        return text + (f" binc {increment} winc {increment}" if increment else f" byoyomi {byoyomi}")

    # The server.

    def send(self, line):
        try:
            self.socket.sendall((line + "\n").encode())
        except OSError:
            pass  # its end comes as an event

    def connect(self):
        self.logins += 1
        self.live = False  # until START; moves before it are part of what it starts from
        self.socket = socket.create_connection(self.address)
        self.connection = ("server", self.logins)
        Lines(self.socket.makefile("r"), self.events, self.connection)
        self.send(f"LOGIN {self.name} password")

    def play(self):
        """Every game, to its end, whatever comes."""
        try:
            self.run()
        except (OSError, RuntimeError, queue.Empty, KeyError, IndexError) as error:
            self.faults.append(f"{type(error).__name__}: {error}")

    def run(self):
        self.tell("usi")
        self.until("usiok")
        self.tell("setoption name USI_Ponder value true")
        for address in self.addresses:
            self.address = address
            if not self.run_game():
                return
        self.tell("quit")
        self.engine.stdin.close()
        if self.engine.wait(timeout=20) != 0:
            self.faults.append(f"the engine's exit code is {self.engine.returncode}")

    def run_game(self):
        self.tell("isready")
        self.until("readyok")
        self.summary = []
        self.in_game = False
        self.over = False
        self.searching = self.waiting = None
        self.connect()
        while not self.over or self.searching:
            who, line = self.events.get(timeout=60)
            if who == "engine":
                if line is None:
                    self.faults.append("the engine ended")
                    return False
                self.hear_engine(line)
            elif who == self.connection:
                if line is None:
                    self.drop()
                    if not self.over:
                        self.connect()
                else:
                    self.hear_server(line)
        self.send("LOGOUT")
        self.socket.close()
        return True

    def hear_engine(self, line):
        words = line.split(" ")
        if words[0] != "bestmove":
            return
        kind, self.searching = self.searching, None
        if kind is None:
            self.faults.append(f"an answer to nothing: {line}")
        elif kind == "ponder":
            self.faults.append(f"an answer while it ponders: {line}")
        elif kind == "drop":
            if self.waiting and not self.over:
                order, self.waiting = self.waiting, None
                self.begin(order)
        elif kind == "move":
            self.answer(words)

    def answer(self, words):
        if words[1] in ("resign", "win"):
            self.send("%TORYO" if words[1] == "resign" else "%KACHI")
            return
        self.send(self.board.to_csa(words[1]))
        self.reply = words[3] if len(words) > 3 else None
        if self.early and self.reply:  # the echo is not waited for
            self.moves.append(words[1])
            self.ask("go ponder", "ponder", self.reply)
            self.moves.pop()

    def hear_server(self, line):
        if line.startswith("BEGIN Game_Summary"):
            self.summary = []
        self.summary.append(line)
        if line == "END Game_Summary":
            self.send("AGREE")
        elif line.startswith("START:"):
            self.start()
        elif line.startswith("#"):
            self.results.append(line)
            if line in ("#WIN", "#LOSE", "#DRAW", "#CENSORED", "#CHUDAN"):
                self.end(line)
        elif self.live and line[:1] in "+-" and len(line) > 6:
            self.moved(line)

    def start(self):
        value = {}
        for line in self.summary:
            key, colon, rest = line.partition(":")
            if colon:
                value[key] = rest
        self.own = value["Your_Turn"]
        unit = 1 if value["Time_Unit"] == "1msec" else 1000
        self.byoyomi = int(value.get("Byoyomi", 0)) * unit
        self.increment = int(value.get("Increment", 0)) * unit
        total = int(value["Total_Time"]) * unit
        self.left = {"+": total, "-": total}
        self.unit = unit
        self.board = Board()
        self.moves = []
        self.reply = None
        new = not self.in_game
        self.in_game = self.live = True
        if new:
            self.tell("usinewgame")
        for line in self.summary:  # a game that goes on: its moves stand behind the position
            if line[:1] in "+-" and len(line) > 6:
                self.take(line)
        if self.board.turn == self.own:
            self.ask("go " + self.clocks(), "move")

    def take(self, line):
        csa, _, time = line.partition(",T")
        self.left[csa[0]] += self.increment - int(time or 0) * self.unit
        self.left[csa[0]] = max(0, self.left[csa[0]])
        self.moves.append(self.board.to_usi(csa))
        self.board.play(csa)

    def moved(self, line):
        self.take(line)
        if line[0] == self.own:
            if self.searching is None and self.reply and not self.early:
                self.ask("go ponder " + self.clocks(), "ponder", self.reply)
            if len(self.moves) == self.gives_up_at:
                self.send("%TORYO")
            return
        if self.searching == "ponder":
            if self.predicted == self.moves[-1]:
                self.hits += 1
                self.searching = "move"
                self.tell("ponderhit" + (" " + self.clocks() if self.early else ""))
                return
            self.drop()
        self.ask("go " + self.clocks(), "move")

    def end(self, result):
        self.over = True
        self.drop()
        words = {"#WIN": "win", "#LOSE": "lose"}
        self.tell("gameover " + words.get(result, "draw"))
        if self.searching == "drop":
            # The relay answers what it owes before the game's end, and nothing behind it.
            pass
