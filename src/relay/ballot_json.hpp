// SPDX-License-Identifier: MIT
// A ballot as JSON, the same as in the record of decisions. Used by the file of headroom studies;
// decision_json.cpp has it.
#pragma once

#include "consensus/council.hpp"
#include "relay/json_reader.hpp"

namespace gougi::relay {

Json ballot_json(const consensus::Ballot& ballot);
/// What does not fit is kept in the reader's error.
void read_ballot(const JsonReader& from, consensus::Ballot& to);

}  // namespace gougi::relay
