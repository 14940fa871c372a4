package dev.evenkeel.jobs.command;

import java.time.InstantSource;

/**
 * The environment of a command: terminal, clients, clock and signals.
 *
 * @param terminal where it writes
 * @param clients of AWS or of a compatible server
 * @param clock the source of time
 * @param termination the request to end
 */
public record Environment(
    Terminal terminal, Clients clients, InstantSource clock, Termination termination) {}
