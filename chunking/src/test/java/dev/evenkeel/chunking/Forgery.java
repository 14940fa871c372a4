package dev.evenkeel.chunking;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Forged markers and neighbours for an item whose {@code body} is in chunks, as any writer of items
 * can make them.
 */
@SuppressWarnings("ImmutableEnumChecker") // what it holds are functions without state
enum Forgery {
  /** The marker, in its own item, but of a write that never was. */
  OTHER_WRITE(set("w", bytes(16))),
  OTHER_DIGEST(set("h", bytes(32))),
  OBJECT(set("at", s("object"))),
  IN_ITEM(set("at", s("item"))),
  SEED(set("at", s("seed"))),
  NOWHERE(set("at", s("moon"))),
  HUGE_COUNT(
      set(
          "k",
          n(Integer.MAX_VALUE),
          "s",
          n(1),
          "z",
          n(Integer.MAX_VALUE),
          "n",
          n(Integer.MAX_VALUE))),
  HUGE_LENGTH(set("z", n(999_999_999_999_999_999L), "n", n(999_999_999_999_999_999L), "s", n(700))),
  NEGATIVE(set("n", n(-1), "z", n(-1), "k", n(-1))),
  NOT_WHOLE(set("k", AttributeValue.fromN("1.5"))),
  BEYOND_NUMBERS(set("k", AttributeValue.fromN("9.9E+125"), "z", AttributeValue.fromN("1E-130"))),
  UNKNOWN_CODEC(set("c", s("rot13"))),
  WRONG_CODEC(set("c", s("gzip"))),
  NEWER_VERSION(set("v", n(2))),
  DICTIONARY(set("d", s("7"))),
  OTHER_BUCKET(set("at", s("object"), "bucket", s("someone-elses"), "key", s("large/v1/Docs/x/y"))),
  OTHER_TYPE(set("t", s("M"))),
  NO_TYPE(set("t", s("NUL"))),
  EMPTY(marker -> Map.of());

  private final UnaryOperator<Map<String, AttributeValue>> change;

  Forgery(UnaryOperator<Map<String, AttributeValue>> change) {
    this.change = change;
  }

  /** The item with another marker. */
  Map<String, AttributeValue> of(Map<String, AttributeValue> stored) {
    Map<String, AttributeValue> forged = new HashMap<>(stored);
    forged.put(
        "evenkeel.body", AttributeValue.fromM(change.apply(stored.get("evenkeel.body").m())));
    return forged;
  }

  /** Whether it is of a version that this one leaves alone. */
  boolean isNewer() {
    return List.of(NEWER_VERSION, DICTIONARY, OTHER_BUCKET).contains(this);
  }

  private static UnaryOperator<Map<String, AttributeValue>> set(Object... entries) {
    return marker -> {
      Map<String, AttributeValue> forged = new HashMap<>(marker);
      for (int i = 0; i < entries.length; i += 2) {
        forged.put((String) entries[i], (AttributeValue) entries[i + 1]);
      }
      return forged;
    };
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue n(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  private static AttributeValue bytes(int length) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(new byte[length]));
  }
}
