# SPDX-License-Identifier: MIT
"""A CSA server for one game between two logins, by the public description of protocol version 1.2.
It trusts the players' moves as far as the board goes, keeps their clocks, and can be told to lose
connections, to end the game in mid-move, and to force races: two lines that were on their way at
once, taken in one order or the other, and moves that come when the game is over."""

import queue
import socket
import threading
import time

from board import Board, rows


class Server:
    def __init__(self, total=0, byoyomi=1, increment=0, most_plies=120, lose_at=(), abort_at=None,
                 abort_after=0.05, cross_at=(), cut_at=None, late_start=False):
        """By number of plies, `lose_at`: whose connection is lost; `cross_at`: both say something,
        and the line of this sign ("+" or "-") is taken first. `cut_at`: the next move is out of
        time when it comes. `late_start`: who comes back hears START behind the opponent's move."""
        self.total, self.byoyomi, self.increment = total, byoyomi, increment
        self.most_plies, self.lose_at, self.abort_at = most_plies, dict(lose_at), abort_at
        self.cross_at, self.cut_at, self.late_start = dict(cross_at), cut_at, late_start
        self.abort_after = abort_after
        self.said = {}  # what crosses, by name
        self.returned = None  # who waits for START
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()
        self.events = queue.Queue()
        self.names = []  # of + and -, by the alphabet
        self.sockets = {}
        self.record = []
        self.ending = ""
        self.faults = []
        self.raced = 0  # lines that came when the game was over
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.read, args=(connection,), daemon=True).start()

    def read(self, connection):
        name = None
        try:
            for line in connection.makefile("r"):
                line = line.rstrip("\r\n")
                if line.startswith("LOGIN "):
                    name = line.split(" ")[1]
                    self.events.put((name, connection, "LOGIN"))
                elif name:
                    self.events.put((name, connection, line))
        except OSError:
            pass

    def send(self, name, *lines):
        try:
            self.sockets[name].sendall(("\n".join(lines) + "\n").encode())
        except OSError:
            pass

    def both(self, *lines):
        for name in self.names:
            self.send(name, *lines)

    def summary(self, name):
        sign = self.sign(name)
        kind = f"Increment:{self.increment}" if self.increment else f"Byoyomi:{self.byoyomi}"
        self.send(name, "BEGIN Game_Summary", "Protocol_Version:1.2", "Protocol_Mode:Server",
                  "Format:Shogi 1.0", "Declaration:Jishogi 1.1", "Game_ID:game-1",
                  f"Name+:{self.names[0]}", f"Name-:{self.names[1]}", f"Your_Turn:{sign}",
                  "Rematch_On_Draw:NO", "To_Move:+", "BEGIN Time", "Time_Unit:1sec",
                  f"Total_Time:{self.total}", kind, "Least_Time_Per_Move:0", "END Time",
                  "BEGIN Position", *rows(), "+", *self.record, "END Position",
                  "END Game_Summary")

    def run(self):
        """Until the game has ended."""
        agreed = set()
        self.left = {"+": self.total, "-": self.total}
        self.board = Board()
        began = None
        while not self.ending:
            limit = None
            if began is not None:
                limit = max(0.0, began + self.time_left() + 1 - time.monotonic())
            try:
                name, connection, line = self.events.get(timeout=30 if limit is None else limit)
            except queue.Empty:
                if began is None:
                    self.faults.append("nobody plays")
                self.end("#TIME_UP", self.board.turn)
                break
            if line == "LOGIN":
                self.sockets[name] = connection
                self.send(name, f"LOGIN:{name} OK")
                if name not in self.names:
                    self.names.append(name)
                    if len(self.names) == 2:
                        self.names.sort()
                        for each in self.names:
                            self.summary(each)
                elif began is not None:
                    self.summary(name)  # it comes back to its game
            elif connection is not self.sockets.get(name):
                continue  # of a connection that was lost
            elif line == "AGREE":
                if began is not None:
                    if self.late_start and self.sign(name) != self.board.turn:
                        self.returned = name
                    else:
                        self.send(name, "START:game-1")
                    continue
                agreed.add(name)
                if len(agreed) == 2:
                    self.both("START:game-1")
                    began = time.monotonic()
            elif began is not None and line:
                if len(self.record) in self.cross_at:
                    self.said[name] = line
                    if len(self.said) == 2:
                        began = self.both_say(began)
                else:
                    began = self.player_says(name, line, began)
        self.listener.close()
        self.drain()

    def both_say(self, began):
        """Two lines that crossed; the second may come too late."""
        first = self.cross_at.pop(len(self.record))
        for name in sorted(self.said, key=lambda each: self.sign(each) != first):
            if self.ending:
                self.raced += 1
            else:
                began = self.player_says(name, self.said[name], began)
        return began

    def sign(self, name):
        return "+-"[self.names.index(name)]

    def time_left(self):
        return self.left[self.board.turn] + self.byoyomi

    def player_says(self, name, line, began):
        sign = self.sign(name)
        if sign != self.board.turn and line != "%TORYO":
            self.faults.append(f"{name} out of turn: {line}")
            return began
        seconds = int(time.monotonic() - began)
        # What is left of a second is not counted.
        if seconds > self.time_left() or len(self.record) == self.cut_at:
            self.raced += len(self.record) == self.cut_at
            self.end("#TIME_UP", sign)
            return began
        if line.startswith("%"):
            self.both(f"{line},T{seconds}")
            self.end("#RESIGN" if line == "%TORYO" else "#JISHOGI",
                     sign if line == "%TORYO" else "-+"["+-".index(sign)])
            return began
        csa = line.split(",")[0]
        self.left[sign] = max(0, self.left[sign] + self.increment - seconds)
        self.record.append(f"{csa},T{seconds}")
        self.board.play(csa)
        ply = len(self.record)
        lost = self.lose_at.pop(ply, None)
        if lost is not None:  # before it hears of the move
            victim = self.names[lost]
            self.sockets[victim].shutdown(socket.SHUT_RDWR)
        self.both(f"{csa},T{seconds}")
        if self.returned:
            self.send(self.returned, "START:game-1")
            self.returned = None
        if ply == self.abort_at:
            time.sleep(self.abort_after)  # the other one thinks
            self.both("#CHUDAN")
            self.ending = "#CHUDAN"
        elif ply >= self.most_plies:
            self.both("#MAX_MOVES", "#CENSORED")
            self.ending = "#MAX_MOVES"
        return time.monotonic()

    def end(self, why, loser):
        self.ending = why
        for name, sign in zip(self.names, "+-"):
            self.send(name, why, "#LOSE" if sign == loser else "#WIN")

    def drain(self):
        """What was on its way when the game ended: a race that nobody may mind."""
        end = time.monotonic() + 1
        while time.monotonic() < end:
            try:
                _, _, line = self.events.get(timeout=0.1)
            except queue.Empty:
                continue
            self.raced += line not in ("LOGOUT", "LOGIN")
