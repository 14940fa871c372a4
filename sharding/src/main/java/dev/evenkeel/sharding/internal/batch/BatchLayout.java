package dev.evenkeel.sharding.internal.batch;

import dev.evenkeel.sharding.internal.batch.BatchEntries.BatchEntry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns the physical keys or writes of a batch to sub-requests.
 *
 * <p>The first sub-request is the caller's batch one to one: each entry on its shard, or on the
 * first of the shards it may be on, together with the entries on plain tables. So DynamoDB itself
 * judges the batch as a whole: its size, its duplicates on plain tables, its keys, tables and
 * permissions. The other shards of the entries fill it up, and then further sub-requests, in the
 * order of the entries.
 */
public final class BatchLayout<T, P> {
  private final BatchEntries<T, P> entries;
  private final List<List<Part<T, P>>> subRequests = new ArrayList<>();

  private record Part<T, P>(BatchEntry<T, P> entry, P physical) {}

  /**
   * Lays the entries out.
   *
   * @param others how many entries on plain tables go into the first sub-request
   * @param limit how many entries DynamoDB takes in one request
   */
  public BatchLayout(BatchEntries<T, P> entries, int others, int limit) {
    this.entries = entries;
    List<Part<T, P>> first = new ArrayList<>();
    entries.all().forEach(entry -> first.add(new Part<>(entry, entry.physical().get(0))));
    subRequests.add(first);
    int room = limit - others - first.size();
    List<Part<T, P>> current = first;
    for (Part<T, P> part : otherShards()) {
      if (room <= 0) {
        current = new ArrayList<>();
        subRequests.add(current);
        room = limit;
      }
      current.add(part);
      room--;
    }
  }

  private List<Part<T, P>> otherShards() {
    List<Part<T, P>> others = new ArrayList<>();
    for (BatchEntry<T, P> entry : entries.all()) {
      List<P> physical = entry.physical();
      physical.subList(1, physical.size()).forEach(one -> others.add(new Part<>(entry, one)));
    }
    return others;
  }

  public BatchEntries<T, P> entries() {
    return entries;
  }

  /** The number of sub-requests, at least 1. */
  public int size() {
    return subRequests.size();
  }

  /** The content of a sub-request, by the caller's table names. */
  public Map<String, List<P>> byTable(int subRequest) {
    Map<String, List<P>> byTable = new LinkedHashMap<>();
    for (Part<T, P> part : subRequests.get(subRequest)) {
      byTable
          .computeIfAbsent(part.entry().table(), table -> new ArrayList<>())
          .add(part.physical());
    }
    return byTable;
  }

  /** Marks the entries of a sub-request that was not answered. */
  public void mark(int subRequest, BitSet unprocessed) {
    subRequests.get(subRequest).forEach(part -> unprocessed.set(part.entry().position()));
  }

  /** The caller's marked entries, by table, in the caller's order. */
  public Map<String, List<T>> asked(BitSet marked) {
    Map<String, List<T>> asked = new LinkedHashMap<>();
    for (BatchEntry<T, P> entry : entries.all()) {
      if (marked.get(entry.position())) {
        asked.computeIfAbsent(entry.table(), table -> new ArrayList<>()).add(entry.asked());
      }
    }
    return asked;
  }
}
