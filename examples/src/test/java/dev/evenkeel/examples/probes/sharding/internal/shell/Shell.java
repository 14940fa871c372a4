package dev.evenkeel.examples.probes.sharding.internal.shell;

public final class Shell {}
