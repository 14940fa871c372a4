package dev.evenkeel.core.explain;

import dev.evenkeel.core.internal.explain.LeastUnits;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.operation.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The first requests of a call, which need no answer.
 *
 * @param subRequests as they would be sent, physical keys and values included; empty if nothing is
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
