package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.core.expression.Condition;
import dev.evenkeel.core.expression.Expression;
import dev.evenkeel.core.expression.PlaceholderAllocator;
import dev.evenkeel.core.expression.PlaceholderUse;
import dev.evenkeel.core.expression.Update;
import dev.evenkeel.core.operation.Call;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The expressions of one write as they are sent.
 *
 * @param condition null if there is none
 * @param update null if there is none
 */
public record Expressions(
    @Nullable String condition,
    @Nullable String update,
    Map<String, String> names,
    Map<String, AttributeValue> values) {

  /** AWS, "Constraints": the longest expression. */
  private static final int EXPRESSION_BYTES_MAX = 4096;

  /**
   * Puts expressions together.
   *
   * @param written what the caller wrote, to tell what the caller used
   * @param condition the caller's, rewritten; or null
   * @param pins conditions that are added
   * @param update the caller's, rewritten; or null
   * @param fresh gave the placeholders of all these
   * @throws dev.evenkeel.core.RefusedOperationException if they are longer than DynamoDB allows
   */
  public static Expressions of(
      Call call,
      List<? extends Expression> written,
      @Nullable Condition condition,
      List<Condition> pins,
      @Nullable Update update,
      PlaceholderAllocator fresh) {
    List<Condition> all = new ArrayList<>(pins);
    if (condition != null) {
      all.add(0, condition);
    }
    Condition whole = all.isEmpty() ? null : Condition.allOf(all);
    PlaceholderUse before = PlaceholderUse.of(written);
    PlaceholderUse after =
        PlaceholderUse.of(Stream.<Expression>of(whole, update).filter(Objects::nonNull).toList());
    return new Expressions(
        whole == null ? null : fit(call, "condition", whole.render()),
        update == null ? null : fit(call, "update", update.render()),
        without(fresh.names(), before.names(), after.names()),
        without(fresh.values(), before.values(), after.values()));
  }

  private static String fit(Call call, String which, String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > EXPRESSION_BYTES_MAX) {
      throw call.refuse(
          "with what large values need, its %s expression has %d bytes, and DynamoDB allows %d"
              .formatted(which, bytes, EXPRESSION_BYTES_MAX),
          "Shorten it, by short placeholders for example");
    }
    return text;
  }

  /** Drops what was used and is no longer; what the caller never used is DynamoDB's to refuse. */
  private static <V> Map<String, V> without(
      Map<String, V> defined, Set<String> before, Set<String> after) {
    Map<String, V> kept = new LinkedHashMap<>(defined);
    kept.keySet().removeIf(token -> before.contains(token) && !after.contains(token));
    return kept;
  }

  /** Names as a request takes them: an empty map is refused there. */
  public @Nullable Map<String, String> namesOrNull() {
    return names.isEmpty() ? null : names;
  }

  public @Nullable Map<String, AttributeValue> valuesOrNull() {
    return values.isEmpty() ? null : values;
  }
}
