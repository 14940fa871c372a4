package dev.evenkeel.examples.probes.core.shape;

public class Open {}
