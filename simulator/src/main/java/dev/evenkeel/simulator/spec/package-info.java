/**
 * Input and output of the simulator: tables, requests, throttles, results; and the numbers of the
 * model with their sources. Values only.
 */
@NullMarked
package dev.evenkeel.simulator.spec;

import org.jspecify.annotations.NullMarked;
