package dev.evenkeel.examples.probes.caching;

public final class Cache {}
