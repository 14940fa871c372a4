package dev.evenkeel.examples.probes.sharding.loft;

final class InNoRoom {}
