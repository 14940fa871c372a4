package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.answer.ValidationErrors;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.internal.value.Utf8;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import software.amazon.awssdk.core.SdkBytes;

/** Numbers and sets in the one form that DynamoDB gives them, if it would take them at all. */
final class Canonical {
  /** AWS, "Constraints": names have 1 byte to 64 KB; they also are what maps are keyed by. */
  private static final int NAME_BYTES_MAX = 65_535;

  /** Far more than any number needs, and few enough to be read at once. */
  private static final int NUMBER_CHARS_MAX = 1_000;

  private static final Comparator<SdkBytes> UNSIGNED =
      (a, b) -> Arrays.compareUnsigned(a.asByteArrayUnsafe(), b.asByteArrayUnsafe());

  private Canonical() {}

  static String name(String name) {
    if (name.isEmpty() || Utf8.length(name) > NAME_BYTES_MAX) {
      throw ValidationErrors.of(
          "A map has an entry whose name is empty, or longer than %d bytes."
              .formatted(NAME_BYTES_MAX));
    }
    return name;
  }

  static String number(String text) {
    if (text.length() > NUMBER_CHARS_MAX) {
      throw ValidationErrors.of(
          "A number has more than %d characters.".formatted(NUMBER_CHARS_MAX));
    }
    try {
      return CanonicalNumber.of(text);
    } catch (InvalidNumberException e) {
      throw ValidationErrors.of(String.valueOf(e.getMessage()));
    }
  }

  static List<String> strings(Collection<String> members) {
    return sorted(members, Utf8::compare);
  }

  static List<String> numbers(Collection<String> members) {
    List<BigDecimal> values = members.stream().map(text -> new BigDecimal(number(text))).toList();
    return sorted(values, Comparator.naturalOrder()).stream()
        .map(BigDecimal::toPlainString)
        .toList();
  }

  static List<SdkBytes> binaries(Collection<SdkBytes> members) {
    return sorted(members, UNSIGNED);
  }

  private static <T> List<T> sorted(Collection<T> members, Comparator<? super T> order) {
    if (members.isEmpty()) {
      throw ValidationErrors.of("A set is empty. Leave the attribute out instead.");
    }
    TreeSet<T> sorted = new TreeSet<>(order);
    sorted.addAll(members);
    if (sorted.size() < members.size()) {
      throw ValidationErrors.of("A set has a member twice.");
    }
    return new ArrayList<>(sorted);
  }
}
