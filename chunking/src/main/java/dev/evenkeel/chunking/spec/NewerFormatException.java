package dev.evenkeel.chunking.spec;

/** A value was written by a newer version of Evenkeel, in a form that this one does not know. */
public final class NewerFormatException extends LargeValueException {
  private static final long serialVersionUID = 1L;

  private final long version;

  /**
   * A failure without its place.
   *
   * @param version the version of the format that the value says it has
   */
  public NewerFormatException(long version) {
    super(
        "It is written in format %d, or with entries that this version does not know. Read it with a newer Evenkeel."
            .formatted(version),
        null);
    this.version = version;
  }

  private NewerFormatException(NewerFormatException failure, String table, String attribute) {
    super(failure, table, attribute);
    this.version = failure.version;
  }

  public long version() {
    return version;
  }

  @Override
  public NewerFormatException at(String table, String attribute) {
    return new NewerFormatException(this, table, attribute);
  }
}
