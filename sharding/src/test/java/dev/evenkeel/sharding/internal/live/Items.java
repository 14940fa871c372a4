package dev.evenkeel.sharding.internal.live;

/**
 * The items of the logical key, as a number: 8 bits for each sort key, 4 the place, 4 the value.
 */
final class Items {
  private Items() {}

  /** The place of an item; 0 if it is not there. */
  static int placeOf(int items, int key) {
    return (items >> (8 * key + 4)) & 15;
  }

  /** The items with one that was written; value 0 deletes. */
  static int with(int items, int key, int place, int value) {
    int item = value == 0 ? 0 : (place << 4) | value;
    return (items & ~(255 << (8 * key))) | (item << (8 * key));
  }

  /**
   * What lies at a place.
   *
   * @param key the sort key that is wanted; -1 for all, with 4 bits for each
   */
  static int at(int items, int place, int key) {
    int found = 0;
    for (int k = 0; k < 4; k++) {
      if (placeOf(items, k) == place) {
        found |= ((items >> (8 * k)) & 15) << (4 * k);
      }
    }
    return key < 0 ? found : (found >> (4 * key)) & 15;
  }
}
