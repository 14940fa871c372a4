package dev.evenkeel.simulator.advise;

/** How many different keys are in use at a time. */
final class KeyMinutes {
  private static final int LOG_PLACES = 12;

  private final DistinctKeys current = new DistinctKeys(LOG_PLACES);
  private final Quantiles counts = new Quantiles();
  private long minute = -1;
  private long requests;
  private long busy;
  private long few;

  void add(long atMinute, String key) {
    if (atMinute > minute) {
      end();
      minute = atMinute;
    }
    current.add(key);
    requests++;
  }

  /** Ends the minute that is going on. */
  void end() {
    if (requests == 0) {
      return;
    }
    double keys = current.count().estimate();
    counts.add(keys);
    if (requests >= AdvisorRules.BUSY_MINUTE_REQUESTS) {
      busy++;
      few += keys <= AdvisorRules.FEW_AT_A_TIME_MAX ? 1 : 0;
    }
    current.clear();
    requests = 0;
  }

  Distribution distribution() {
    return counts.distribution();
  }

  /** Whether there are few keys in most minutes that have requests enough to tell. */
  boolean areFewAtATime() {
    return busy >= AdvisorRules.BUSY_MINUTES_MIN && few >= AdvisorRules.SHAPE_SHARE * busy;
  }
}
