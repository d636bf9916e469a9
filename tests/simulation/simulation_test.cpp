// SPDX-License-Identifier: MIT
#include "simulation/simulation.hpp"

#include <gtest/gtest.h>
