package dev.evenkeel.examples.probes.sharding.internal.shell;

import java.util.Optional;
import java.util.OptionalInt;

record HoldsOptionals(Optional<String> refused, OptionalInt allowed) {}
