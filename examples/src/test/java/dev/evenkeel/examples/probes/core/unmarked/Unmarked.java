package dev.evenkeel.examples.probes.core.unmarked;

final class Unmarked {}
