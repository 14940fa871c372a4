package dev.evenkeel.core.internal.answer;

import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.utils.BinaryUtils;

/**
 * Physical keys and table names as messages quote them, and the logical ones to show instead. A
 * text counts as a key only if no letter or digit precedes or follows it: {@code a.1} is not in
 * {@code a.12}, nor in {@code ba.1}.
 */
public final class PhysicalTexts {
  private static final String ALNUM = "[\\p{L}\\p{N}]";

  private final Map<String, String> logicalByPhysical = new HashMap<>();
  private @Nullable Pattern pattern;

  /** Adds a key of type S or N by its text, of type B as JSON and the SDK write it. */
  public void add(AttributeValue physical, AttributeValue logical) {
    if (physical.b() == null) {
      add(text(physical), text(logical));
    } else {
      byte[] from = physical.b().asByteArrayUnsafe();
      byte[] to = logical.b().asByteArrayUnsafe();
      add(base64(from), base64(to));
      add("0x" + BinaryUtils.toHex(from), "0x" + BinaryUtils.toHex(to));
    }
  }

  /** Adds a text, such as the name of a table. An empty one is quoted nowhere. */
  public void add(String physical, String logical) {
    if (!physical.isEmpty()) {
      logicalByPhysical.put(physical, logical);
      pattern = null;
    }
  }

  public boolean isEmpty() {
    return logicalByPhysical.isEmpty();
  }

  private static String text(AttributeValue key) {
    return key.s() != null ? key.s() : key.n();
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Whether a text quotes one of the keys. */
  boolean in(String text) {
    return pattern().matcher(text).find();
  }

  /** A text with the logical keys in place of the physical ones; the same if it quotes none. */
  String logical(String text) {
    Matcher quoted = pattern().matcher(text);
    return quoted.find() ? quoted.replaceAll(this::replacement) : text;
  }

  private String replacement(MatchResult quoted) {
    return Matcher.quoteReplacement(logicalByPhysical.getOrDefault(quoted.group(), ""));
  }

  /**
   * One pattern for all keys, so that replaced text is not matched again. The longest key first.
   */
  private Pattern pattern() {
    Pattern known = pattern;
    if (known == null) {
      known =
          Pattern.compile(
              logicalByPhysical.keySet().stream()
                  .sorted(Comparator.comparingInt(String::length).reversed())
                  .map(PhysicalTexts::whole)
                  .collect(Collectors.joining("|")));
      pattern = known;
    }
    return known;
  }

  private static String whole(String text) {
    String before = Character.isLetterOrDigit(text.codePointAt(0)) ? "(?<!" + ALNUM + ")" : "";
    boolean open = Character.isLetterOrDigit(text.codePointBefore(text.length()));
    return before + Pattern.quote(text) + (open ? "(?!" + ALNUM + ")" : "");
  }
}
