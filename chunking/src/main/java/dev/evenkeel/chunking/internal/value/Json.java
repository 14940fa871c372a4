package dev.evenkeel.chunking.internal.value;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.evenkeel.chunking.spec.InvalidValueException;

/** What reading and writing DynamoDB JSON share. */
final class Json {
  /**
   * Lists and maps in one another. AWS speaks of 32 levels ("Constraints"), of which what is in the
   * innermost list or map is one: the service and DynamoDB Local refuse a value in 32 lists.
   */
  static final int DEPTH_MAX = 31;

  /** An object around each value, an array or object in it, and one more to find out. */
  private static final int JSON_DEPTH_MAX = 2 * DEPTH_MAX + 3;

  /**
   * Texts are bounded by whoever read the bytes. Names are not kept: they come from stored values,
   * and a table of them would grow with whatever is read.
   */
  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(JSON_DEPTH_MAX)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private Json() {}

  static int deeper(int depth) {
    if (depth == DEPTH_MAX) {
      throw new InvalidValueException(
          "Lists and maps are nested deeper than %d levels.".formatted(DEPTH_MAX));
    }
    return depth + 1;
  }
}
