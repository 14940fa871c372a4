package dev.evenkeel.core.explain;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.explain.LeastUnits;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The plan of a decorator for one request; nothing was sent.
 *
 * <p>{@link #toString()} is for people: it names operations, tables, shards and numbers, never a
 * key or a value, so it may be logged. The sub-requests of {@link #firstRound()} are the very
 * requests, with all they hold.
 *
 * @param decorator the decorator that explains, such as {@code sharding}
 * @param operation the operation of the request
 * @param tables the tables the request names, as written
 * @param disposition how this very request is handled, which may be less than its operation needs
 *     at worst: one sub-request and none that may follow is a {@link Disposition#REWRITE}
 * @param refusal the exception of the call before anything is sent; null if it is not refused
 * @param firstRound the first requests
 * @param mayFollow the requests that may follow, depending on the answers; one clause each
 * @param notes further notes; one clause each
 */
public record Explanation(
    String decorator,
    Operation operation,
    List<String> tables,
    Disposition disposition,
    @Nullable SdkException refusal,
    FirstRound firstRound,
    List<String> mayFollow,
    List<String> notes) {

  public Explanation {
    tables = List.copyOf(tables);
    mayFollow = List.copyOf(mayFollow);
    notes = List.copyOf(notes);
  }

  /** The explanation of a request that is declined. */
  public static Explanation refused(
      String decorator, Operation operation, List<String> tables, SdkException refusal) {
    return new Explanation(
        decorator,
        operation,
        tables,
        Disposition.REFUSE,
        refusal,
        FirstRound.NONE,
        List.of(),
        List.of());
  }

  /** The least that the first round costs: the whole call costs no less. */
  public ReadWriteUnits unitsMin() {
    return firstRound.unitsMin();
  }

  /** Several lines, without a line break at the end. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("%s%s: %s by %s".formatted(operation.sdkName(), on(), disposition, decorator));
    if (refusal != null) {
      refusal(text, refusal);
    } else {
      line(text, "sends", firstRound.toString());
      firstRound.places().forEach(place -> line(text, "to", place));
      if (!unitsMin().equals(ReadWriteUnits.ZERO)) {
        line(text, "costs", "at least " + unitsMin());
      }
    }
    mayFollow.forEach(clause -> line(text, "then", clause));
    notes.forEach(clause -> line(text, "note", clause));
    return text.toString();
  }

  private String on() {
    return tables.isEmpty()
        ? ""
        : tables.stream().collect(Collectors.joining("', '", " on '", "'"));
  }

  private static void refusal(StringBuilder text, SdkException refusal) {
    if (refusal instanceof RefusedOperationException refused) {
      line(text, "reason", refused.reason());
      line(text, "remedy", refused.remedy());
    } else if (refusal instanceof AwsServiceException failed) {
      line(text, "reason", failed.awsErrorDetails().errorMessage());
    } else {
      line(text, "reason", String.valueOf(refusal.getMessage()));
    }
  }

  private static void line(StringBuilder text, String label, String content) {
    text.append("\n  %-6s %s".formatted(label, content));
  }

  /**
   * The first requests of a call, which need no answer.
   *
   * @param subRequests as they would be sent, physical keys and values included; empty if nothing
   *     is
   * @param atOnceMax how many of them are under way at the same time, by the client's concurrency;
   *     fewer if other calls take their part of it
   * @param places where they go, one line a table
   */
  public record FirstRound(List<DynamoDbRequest> subRequests, int atOnceMax, List<String> places) {
    /** Nothing is sent. */
    public static final FirstRound NONE = new FirstRound(List.of(), 0, List.of());

    public FirstRound {
      subRequests = List.copyOf(subRequests);
      places = List.copyOf(places);
    }

    /** The least that the sub-requests cost together, by {@link LeastUnits}. */
    public ReadWriteUnits unitsMin() {
      return subRequests.stream()
          .map(LeastUnits::of)
          .reduce(ReadWriteUnits.ZERO, ReadWriteUnits::plus);
    }

    /** Such as {@code 16 Query, all at once}; no values. */
    @Override
    public String toString() {
      if (subRequests.isEmpty()) {
        return "nothing";
      }
      Map<String, Long> counts =
          subRequests.stream()
              .collect(
                  Collectors.groupingBy(
                      request -> Operation.of(request).sdkName(),
                      LinkedHashMap::new,
                      Collectors.counting()));
      String all =
          counts.entrySet().stream()
              .map(count -> count.getValue() + " " + count.getKey())
              .collect(Collectors.joining(", "));
      if (subRequests.size() == 1) {
        return all;
      }
      return all + (atOnceMax < subRequests.size() ? ", " + atOnceMax : ", all") + " at once";
    }
  }
}
