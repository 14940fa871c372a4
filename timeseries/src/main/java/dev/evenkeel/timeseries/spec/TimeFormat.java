package dev.evenkeel.timeseries.spec;

/** The formats of {@link ItemTime}, for annotations. */
public enum TimeFormat {
  /** {@link ItemTime#iso}; what the SDK's converters make of {@code Instant} and local times. */
  ISO_8601,
  /** {@link ItemTime#epochSeconds}. */
  EPOCH_SECONDS,
  /** {@link ItemTime#epochMillis}. */
  EPOCH_MILLIS;

  /** The time of this format in an attribute. */
  ItemTime in(String attribute) {
    return switch (this) {
      case ISO_8601 -> ItemTime.iso(attribute);
      case EPOCH_SECONDS -> ItemTime.epochSeconds(attribute);
      case EPOCH_MILLIS -> ItemTime.epochMillis(attribute);
    };
  }
}
