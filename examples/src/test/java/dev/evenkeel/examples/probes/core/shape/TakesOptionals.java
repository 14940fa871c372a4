package dev.evenkeel.examples.probes.core.shape;

import java.util.Optional;
import java.util.OptionalInt;

final class TakesOptionals {
  TakesOptionals(Optional<String> parameter) {}

  void takes(OptionalInt parameter) {}

  Optional<String> returns() {
    return Optional.of("");
  }

  boolean onlyInside() {
    return returns().map(text -> returns().equals(Optional.of(text))).isPresent();
  }
}
