package dev.evenkeel.core.internal.expression;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The words that must not stand for an attribute without a {@code #} placeholder, in whatever case;
 * the list is the one of the AWS page "Reserved words in DynamoDB".
 *
 * <p>{@link #TOLERATED} are on that page and yet accepted by DynamoDB Local. They are left to the
 * service: to refuse what it takes would break a caller, to pass what it refuses costs one answer.
 */
final class ReservedWords {
  static final Set<String> TOLERATED = Set.of("CONVERT", "SIZE");

  private static final String RESOURCE = "reserved-words.txt";
  private static final Set<String> LISTED = load();

  private ReservedWords() {}

  static boolean contains(String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    return LISTED.contains(upper) && !TOLERATED.contains(upper);
  }

  /** The whole list, in upper case. */
  static Set<String> listed() {
    return LISTED;
  }

  private static Set<String> load() {
    try (InputStream in =
        Objects.requireNonNull(ReservedWords.class.getResourceAsStream(RESOURCE), RESOURCE)) {
      List<String> lines =
          new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
      return lines.stream()
          .filter(line -> !line.startsWith("#"))
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException("The resource " + RESOURCE + " cannot be read", e);
    }
  }
}
