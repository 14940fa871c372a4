package dev.evenkeel.sharding.internal.live;

/**
 * What others see of a client's calls, as a number: a kind, who or which, a key or keys, a value.
 */
final class Event {
  /** A write was sent: from now on it may happen. The value is 1 if it deletes. */
  static final int SENT = 1;

  /** A write was answered. */
  static final int WRITTEN = 2;

  /** A write has failed: it will not happen. */
  static final int REFUSED = 3;

  /** A client begins to read keys, a bit for each; what it had read before counts for nothing. */
  static final int READ_BEGUN = 4;

  /** A client uses what it has read: 4 bits for each key. */
  static final int READ = 5;

  /** A client uses nothing of what it has read. */
  static final int READ_DROPPED = 6;

  private Event() {}

  static int of(int kind, int number, int key, int value) {
    return kind | (number << 3) | (key << 7) | (value << 11);
  }

  static int kind(int event) {
    return event & 7;
  }

  static int number(int event) {
    return (event >> 3) & 15;
  }

  static int key(int event) {
    return (event >> 7) & 15;
  }

  static int value(int event) {
    return event >>> 11;
  }
}
