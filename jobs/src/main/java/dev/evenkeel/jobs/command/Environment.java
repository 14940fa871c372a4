package dev.evenkeel.jobs.command;

import java.time.InstantSource;

/**
 * What a command meets outside.
 *
 * @param terminal where it writes
 * @param clients to AWS, or to whatever speaks its protocol
 * @param clock what time it is
 * @param termination how it is asked to end
 */
public record Environment(
    Terminal terminal, Clients clients, InstantSource clock, Termination termination) {}
