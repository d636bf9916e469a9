// SPDX-License-Identifier: MIT
#include "eval/three_piece_state.hpp"

namespace gougi::eval {

template class ThreePieceState<KpptTables>;

}  // namespace gougi::eval
