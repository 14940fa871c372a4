package dev.evenkeel.examples.probes.core;

public final class Base {}
