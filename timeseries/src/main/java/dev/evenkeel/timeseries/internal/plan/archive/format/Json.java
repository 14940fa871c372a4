package dev.evenkeel.timeseries.internal.plan.archive.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;

/** The JSON settings of archives. */
final class Json {
  /**
   * Lists and maps in one another: "Nested attributes: up to 32 levels deep" (AWS, "Constraints in
   * Amazon DynamoDB").
   */
  static final int DEPTH_MAX = 32;

  /** The line, the item, an object around each value and the list or map in it. */
  private static final int JSON_DEPTH_MAX = 2 * DEPTH_MAX + 4;

  /**
   * The line's length bounds texts. Names are not interned: they come from stored items, and a
   * table of names would grow without limit. Astral characters are written as themselves, and lines
   * are ended by hand.
   */
  static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .rootValueSeparator("")
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(JSON_DEPTH_MAX)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private Json() {}
}
