package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.page.MergedPage.MergedRow;
import dev.evenkeel.core.internal.page.MergedPage.Position;
import dev.evenkeel.core.internal.page.SourceQuery.Evaluated;
import dev.evenkeel.core.item.ItemSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Reads one page from sources one after the other: all of the first, then all of the second.
 * Nothing is read twice and nothing beyond the page, whatever its size; the order is by source
 * first. A page ends once 1 MiB has been evaluated for it, however little of that comes back; since
 * one more request may have been sent before that, it is at most 2.
 *
 * <p>A page ends only at a row whose key is known. A source may end behind rows that a filter hid,
 * so that its answer names no such key. The page then reads row by row into the next sources until
 * a key is known, even past its limit on evaluated rows. It never returns more rows than the limit.
 *
 * <p>It holds the state of its page: its flow is run once.
 */
public final class SequentialQuery {
  private final List<? extends @Nullable SourceQuery> sources;
  private final MergeSettings settings;
  private final List<MergedRow> rows = new ArrayList<>();
  private final List<ConsumedCapacity> capacity = new ArrayList<>();
  private int source;
  private @Nullable Position reached;

  /** Whether rows behind {@code reached} were evaluated that no answer gave the keys of. */
  private boolean hidden;

  private boolean pageEnded;
  private long bytes;
  private int evaluatedRows;
  private int subRequests;
  private @Nullable QueryResponse lastAnswer;

  /**
   * A page over the given sources.
   *
   * @param sources in reading order; null for one with nothing left to read
   */
  public SequentialQuery(List<? extends @Nullable SourceQuery> sources, MergeSettings settings) {
    this.sources = sources;
    this.settings = settings;
  }

  /** Reads the page. */
  public Flow<MergedPage> flow() {
    return Flow.defer(this::read).step(SequentialQuery.class, "flow");
  }

  private Flow<MergedPage> read() {
    while (source < sources.size() && sources.get(source) == null) {
      source++;
    }
    if (source == sources.size() || full()) {
      return Flow.of(page());
    }
    int asked = source;
    SourceQuery query = Objects.requireNonNull(sources.get(asked));
    subRequests++;
    return TableCall.query(request(query))
        .then(
            answer -> {
              answered(asked, query, answer);
              return read();
            });
  }

  /** A page ends with the limit, at 1 MiB, or wherever a source ends its own page. */
  private boolean full() {
    return pageEnded || (enough() && !hidden);
  }

  private boolean enough() {
    return evaluatedRows >= settings.limit() || bytes >= settings.pageBytesMax();
  }

  private QueryRequest request(SourceQuery query) {
    QueryRequest.Builder next = query.next(!settings.wholeRows());
    if (enough()) {
      next.limit(1);
    } else if (settings.limit() != MergeSettings.NO_LIMIT) {
      next.limit(settings.limit() - evaluatedRows);
    }
    return next.build();
  }

  private void answered(int asked, SourceQuery query, QueryResponse answer) {
    lastAnswer = answer;
    long returnedBytes = answer.items().stream().mapToLong(ItemSize::bytes).sum();
    Evaluated evaluated = query.evaluated(answer, returnedBytes, settings.wholeRows());
    evaluatedRows += (int) evaluated.rows();
    bytes += evaluated.bytes();
    if (answer.consumedCapacity() != null && query.asksCapacity()) {
      capacity.add(answer.consumedCapacity());
    }
    answer.items().stream()
        .filter(query.wanted())
        .forEach(item -> rows.add(new MergedRow(asked, item)));
    noteEnd(asked, answer, evaluated.rows());
    Map<String, AttributeValue> last = answer.lastEvaluatedKey();
    pageEnded = !last.isEmpty() && !query.lastPossible().test(last);
    source += pageEnded ? 0 : 1;
  }

  /** An engine may leave the key of the last evaluated row out wherever a source ends. */
  private void noteEnd(int asked, QueryResponse answer, long evaluated) {
    List<Map<String, AttributeValue>> items = answer.items();
    Map<String, AttributeValue> last = answer.lastEvaluatedKey();
    if (last.isEmpty() && items.size() < evaluated) {
      hidden = true;
    } else if (!last.isEmpty() || !items.isEmpty()) {
      hidden = false;
      reached = new Position(last.isEmpty() ? items.get(items.size() - 1) : last, asked);
    }
  }

  /** The possible further requests, for readers. */
  public List<String> mayFollow() {
    return source < sources.size() - 1
        ? List.of("the others one after the other, while the page is not full")
        : List.of();
  }

  private MergedPage page() {
    return new MergedPage(
        List.copyOf(rows),
        source == sources.size() ? null : reached,
        true,
        evaluatedRows,
        subRequests,
        List.copyOf(capacity),
        lastAnswer,
        null);
  }
}
