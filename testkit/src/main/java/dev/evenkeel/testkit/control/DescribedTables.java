package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The tables of an account as DescribeTable and ListTables return them: with a lag. */
final class DescribedTables {
  /** Names on a page of ListTables (developer guide, "Listing and Describing Tables"). */
  static final int PAGE_MAX = 100;

  private final TreeMap<String, LaggingView<TableDescription>> views = new TreeMap<>();

  /** Makes a description visible from then on; null for a deleted table. */
  void publish(Instant from, String name, @Nullable TableDescription table) {
    views.computeIfAbsent(name, key -> new LaggingView<>()).publish(from, table);
  }

  /** Drops the history of tables whose deletion is visible since then. */
  void forgetGone(Instant since) {
    views.values().removeIf(view -> view.isNothingSince(since));
  }

  /**
   * The description of a table.
   *
   * @param seen the time whose state is visible
   * @param now the time whose day the number of decreases is of
   */
  TableDescription describe(String name, Instant seen, Instant now) {
    LaggingView<TableDescription> view = views.get(name);
    TableDescription table = view == null ? null : view.at(seen);
    if (table == null) {
      throw notFound(name);
    }
    return Units.asOf(table, now);
  }

  /** The names after {@code after}: so many, and one more if there is one. */
  List<String> list(@Nullable String after, int max, Instant seen) {
    return (after == null ? views : views.tailMap(after, false))
        .entrySet().stream()
            .filter(entry -> entry.getValue().at(seen) != null)
            .map(Map.Entry::getKey)
            .limit(max + 1L)
            .toList();
  }

  static RuntimeException notFound(String name) {
    return Errors.notFound("Requested resource not found: Table: " + name + " not found");
  }
}
