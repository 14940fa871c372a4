package dev.evenkeel.sharding.internal.batch;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.sharding.internal.batch.SubBatches.BatchOutcome;
import dev.evenkeel.sharding.internal.counter.CounterSum;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.spec.ItemLookupException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * Combines the answers to a BatchGetItem's sub-requests into one logical response.
 *
 * <p>A key is processed when all its shards are. Until then it is unprocessed, and an item found
 * for it is held back: a repetition for the unprocessed keys gets each item once, and an item on
 * two shards is noticed however the answers fall. A counter is summed over all its rows or not at
 * all.
 */
public final class BatchGetAnswers {
  private final BatchGetItemRequest request;
  private final ManagedTables<ManagedTable> managed;
  private final Map<String, BatchGetTable> sharded;
  private final BatchLayout<Map<String, AttributeValue>, Map<String, AttributeValue>> layout;
  private final BitSet unprocessed = new BitSet();
  private final Map<String, KeysAndAttributes> unprocessedPlain = new LinkedHashMap<>();
  private final Map<String, List<Map<String, AttributeValue>>> responses = new LinkedHashMap<>();
  private final Map<Integer, Integer> found = new HashMap<>();
  private final Map<Integer, List<Map<String, AttributeValue>>> rows = new TreeMap<>();

  public BatchGetAnswers(
      BatchGetItemRequest request,
      ManagedTables<ManagedTable> managed,
      Map<String, BatchGetTable> sharded,
      BatchLayout<Map<String, AttributeValue>, Map<String, AttributeValue>> layout) {
    this.request = request;
    this.managed = managed;
    this.sharded = sharded;
    this.layout = layout;
  }

  /** The number of keys on all tables. */
  public static int keys(Map<String, KeysAndAttributes> items) {
    return items.values().stream().mapToInt(table -> table.keys().size()).sum();
  }

  public BatchOutcome<BatchGetItemResponse> combine(List<@Nullable BatchGetItemResponse> answers) {
    for (int i = 0; i < answers.size(); i++) {
      collectUnprocessed(i, answers.get(i));
    }
    List<BatchGetItemResponse> given = answers.stream().filter(Objects::nonNull).toList();
    given.forEach(answer -> answer.responses().forEach(this::collectItems));
    rows.keySet().removeIf(unprocessed::get);
    rows.forEach(this::addCounter);
    Map<String, KeysAndAttributes> left = new LinkedHashMap<>(unprocessedPlain);
    layout.asked(unprocessed).forEach((name, keys) -> left.put(name, table(name).logical(keys)));
    int processed = keys(request.requestItems()) - keys(left);
    return new BatchOutcome<>(response(given, left), processed);
  }

  private BatchGetTable table(String name) {
    return Objects.requireNonNull(sharded.get(name));
  }

  private void collectUnprocessed(int subRequest, @Nullable BatchGetItemResponse answer) {
    if (answer == null) {
      layout.mark(subRequest, unprocessed);
    } else {
      answer.unprocessedKeys().forEach(this::collectUnprocessed);
    }
  }

  private void collectUnprocessed(String name, KeysAndAttributes left) {
    ManagedTable table = managed.find(name);
    if (table == null) {
      unprocessedPlain.put(name, left);
      return;
    }
    for (Map<String, AttributeValue> key : left.keys()) {
      unprocessed.set(layout.entries().behind(table, key).position());
    }
  }

  private void collectItems(String name, List<Map<String, AttributeValue>> items) {
    List<Map<String, AttributeValue>> logical =
        responses.computeIfAbsent(name, ignored -> new ArrayList<>());
    BatchGetTable table = sharded(name);
    if (table == null) {
      logical.addAll(items);
      return;
    }
    for (Map<String, AttributeValue> item : items) {
      if (table.sum() != null) {
        int position = layout.entries().behind(table.table(), item).position();
        rows.computeIfAbsent(position, ignored -> new ArrayList<>()).add(item);
      } else if (!table.probed() || isWhole(table, item)) {
        logical.add(table.item(item));
      }
    }
  }

  private void addCounter(int position, List<Map<String, AttributeValue>> ofCounter) {
    String name = layout.entries().all().get(position).table();
    BatchGetTable table = table(name);
    CounterSum sum = Objects.requireNonNull(table.sum());
    responses
        .computeIfAbsent(name, ignored -> new ArrayList<>())
        .add(table.projection().strip(sum.of(ofCounter)));
  }

  /** The table of an answer, by its name: a table of a family may be made twice. */
  private @Nullable BatchGetTable sharded(String answeredName) {
    ManagedTable table = managed.find(answeredName);
    return table == null
        ? null
        : sharded.values().stream()
            .filter(candidate -> candidate.table().name().equals(table.name()))
            .findFirst()
            .orElseThrow();
  }

  /** Whether every shard was looked into; if so, the item must be the only one. */
  private boolean isWhole(BatchGetTable table, Map<String, AttributeValue> item) {
    int position = layout.entries().behind(table.table(), item).position();
    int times = found.merge(position, 1, Integer::sum);
    if (times > 1) {
      throw ItemLookupException.several("BatchGetItem", table.name(), times);
    }
    return !unprocessed.get(position);
  }

  private BatchGetItemResponse response(
      List<BatchGetItemResponse> answers, Map<String, KeysAndAttributes> left) {
    BatchGetItemResponse.Builder response =
        BatchGetItemResponse.builder().responses(responses).unprocessedKeys(left);
    List<ConsumedCapacity> capacity =
        answers.stream().flatMap(answer -> answer.consumedCapacity().stream()).toList();
    response.consumedCapacity(CapacitySum.perTable(capacity));
    ResponseMetadata.copy(answers.get(0), response);
    return response.build();
  }
}
