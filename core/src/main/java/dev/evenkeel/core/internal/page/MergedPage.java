package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.page.MergedPage.MergedRow;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * One page of a merge.
 *
 * @param rows in merged order
 * @param end the last evaluated place, or null when nothing is left
 * @param tied whether another source may hold a row whose key equals the end's, so that resuming
 *     needs to know the end's source
 * @param evaluatedRows rows the sources evaluated, those that are not on this page included
 * @param subRequests how many requests the page took
 * @param capacity the capacity that the sub-requests reported, in no particular order; empty unless
 *     asked for
 * @param lastAnswer one of the answers, for its response metadata; null if nothing was asked
 * @param readAhead the rows read beyond the end; null if nothing is left or nothing is kept
 */
public record MergedPage(
    List<MergedRow> rows,
    @Nullable Position end,
    boolean tied,
    int evaluatedRows,
    int subRequests,
    List<ConsumedCapacity> capacity,
    @Nullable QueryResponse lastAnswer,
    @Nullable ReadAhead readAhead) {

  /**
   * A row of a merged page.
   *
   * @param source the index of the source it came from, in tie order
   * @param item as the source returned it
   */
  public record MergedRow(int source, Map<String, AttributeValue> item) {}

  /**
   * A place in the merged order: a key, then the source that holds it. Places in the same source
   * with equal keys are one place to this class; only the source's own order distinguishes them.
   *
   * @param key at least the sort-key attributes
   * @param source the index of the source, in tie order
   */
  public record Position(Map<String, AttributeValue> key, int source) {

    static Position of(MergedRow row) {
      return new Position(row.item(), row.source());
    }

    static Comparator<Position> comparator(Comparator<Map<String, AttributeValue>> order) {
      return Comparator.comparing(Position::key, order).thenComparingInt(Position::source);
    }
  }
}
