package dev.evenkeel.examples.probes.core.shape;

import java.util.Optional;
import java.util.OptionalLong;

final class HoldsOptionals {
  final Optional<String> text = Optional.of("");
  final OptionalLong number = OptionalLong.of(1);
}
