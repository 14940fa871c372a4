package dev.evenkeel.timeseries.spec.lifecycle;

/** A setting of a template that a table or its engine may lack. */
public enum TableSetting {
  TAGS("tags"),
  TIME_TO_LIVE("time to live"),
  POINT_IN_TIME_RECOVERY("point-in-time recovery"),
  DELETION_PROTECTION("deletion protection"),
  STREAMS("streams"),
  TABLE_CLASS("table class"),
  WARM_THROUGHPUT("warm throughput"),
  ENCRYPTION("encryption"),
  INDEXES("indexes");

  private final String words;

  TableSetting(String words) {
    this.words = words;
  }

  /** In words, for people. */
  public String words() {
    return words;
  }
}
