package dev.evenkeel.examples.probes.testkit;

public final class Kit {}
