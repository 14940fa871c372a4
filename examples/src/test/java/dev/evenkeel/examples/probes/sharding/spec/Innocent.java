package dev.evenkeel.examples.probes.sharding.spec;

/** Breaks no rule. */
public final class Innocent {}
