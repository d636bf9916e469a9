# SPDX-License-Identifier: MIT
"""Just enough of a board to turn moves of USI into moves of CSA and back. It judges nothing."""

START = ["lnsgkgsnl", " r     b ", "ppppppppp", "", "", "", "PPPPPPPPP", " B     R ", "LNSGKGSNL"]
CSA = {"P": "FU", "L": "KY", "N": "KE", "S": "GI", "G": "KI", "B": "KA", "R": "HI", "K": "OU"}
PROMOTED = {"FU": "TO", "KY": "NY", "KE": "NK", "GI": "NG", "KA": "UM", "HI": "RY"}
USI = {csa: usi for usi, csa in CSA.items()}
RANKS = "abcdefghi"


class Board:
    """Pieces by square, "76" as CSA writes it: (sign, piece)."""

    def __init__(self):
        self.turn = "+"
        self.at = {}
        for row, line in enumerate(START):
            for column, piece in enumerate(line):
                if piece != " ":
                    sign = "+" if piece.isupper() else "-"
                    self.at[f"{9 - column}{row + 1}"] = (sign, CSA[piece.upper()])

    def to_csa(self, usi):
        """The next move of the game, "7g7f" as "+7776FU"."""
        to = usi[2] + str(RANKS.index(usi[3]) + 1)
        if usi[1] == "*":
            return f"{self.turn}00{to}{CSA[usi[0]]}"
        start = usi[0] + str(RANKS.index(usi[1]) + 1)
        piece = self.at[start][1]
        if usi.endswith("+"):
            piece = PROMOTED[piece]
        return f"{self.turn}{start}{to}{piece}"

    def to_usi(self, csa):
        """The opposite."""
        start, to, piece = csa[1:3], csa[3:5], csa[5:7]
        there = to[0] + RANKS[int(to[1]) - 1]
        if start == "00":
            return f"{USI[piece]}*{there}"
        here = start[0] + RANKS[int(start[1]) - 1]
        return here + there + ("+" if self.at[start][1] != piece else "")

    def play(self, csa):
        start, to, piece = csa[1:3], csa[3:5], csa[5:7]
        if start != "00":
            del self.at[start]
        self.at[to] = (csa[0], piece)
        self.turn = "-" if self.turn == "+" else "+"


def rows():
    """The start position as a Game_Summary shows it."""
    board = Board()
    lines = []
    for row in range(1, 10):
        cells = (board.at.get(f"{column}{row}") for column in range(9, 0, -1))
        lines.append(f"P{row}" + "".join(c[0] + c[1] if c else " * " for c in cells))
    return lines
