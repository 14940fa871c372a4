package dev.evenkeel.core.page;

import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.Step;
import dev.evenkeel.core.item.ItemSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
 * <p>A page ends only at a row whose key is known. Where a source ends behind rows that a filter
 * hid, its answer names no such key; the page then goes on row by row into the next sources until
 * one is known, even past its limit on evaluated rows. It never returns more rows than the limit.
 */
public final class SequentialQuery implements Machine<QueryRequest, QueryResponse, MergedPage> {
  private final List<? extends @Nullable SourceQuery> sources;
  private final MergeSettings settings;
  private final List<MergedRow> rows = new ArrayList<>();
  private final List<ConsumedCapacity> capacity = new ArrayList<>();
  private int source;
  private @Nullable Position reached;

  /** Whether rows behind {@code reached} were evaluated that no answer gave the keys of. */
  private boolean hidden;

  private boolean pageEnded;
  private boolean asking;
  private long bytes;
  private int evaluatedRows;
  private int subRequests;
  private @Nullable QueryResponse lastAnswer;
  private @Nullable Throwable failure;

  /**
   * A page over the given sources.
   *
   * @param sources in reading order; null for one with nothing left to read
   */
  public SequentialQuery(List<? extends @Nullable SourceQuery> sources, MergeSettings settings) {
    this.sources = sources;
    this.settings = settings;
  }

  @Override
  public Step<QueryRequest, MergedPage> next() {
    if (failure != null) {
      return Step.fail(failure);
    }
    if (asking) {
      return Step.park();
    }
    while (source < sources.size() && sources.get(source) == null) {
      source++;
    }
    if (source == sources.size() || full()) {
      return Step.finish(page());
    }
    asking = true;
    subRequests++;
    return Step.ask(source, request(sources.get(source)));
  }

  /** A page ends with the limit, at 1 MiB, or wherever a source ends its own page. */
  private boolean full() {
    return pageEnded || (enough() && !hidden);
  }

  private boolean enough() {
    return evaluatedRows >= settings.limit() || bytes >= settings.pageBytesMax();
  }

  private QueryRequest request(@Nullable SourceQuery query) {
    if (query == null) {
      throw new IllegalStateException("an exhausted source is not asked");
    }
    QueryRequest.Builder next = query.next(!settings.wholeRows());
    if (enough()) {
      next.limit(1);
    } else if (settings.limit() != MergeSettings.NO_LIMIT) {
      next.limit(settings.limit() - evaluatedRows);
    }
    return next.build();
  }

  @Override
  public void onAnswer(int ticket, QueryResponse answer) {
    SourceQuery query = sources.get(ticket);
    if (query == null) {
      throw new IllegalArgumentException("no source has ticket " + ticket);
    }
    asking = false;
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
        .forEach(item -> rows.add(new MergedRow(ticket, item)));
    noteEnd(ticket, answer, evaluated.rows());
    Map<String, AttributeValue> last = answer.lastEvaluatedKey();
    pageEnded = !last.isEmpty() && !query.lastPossible().test(last);
    source += pageEnded ? 0 : 1;
  }

  /** An engine may leave the key of the last evaluated row out wherever a source ends. */
  private void noteEnd(int ticket, QueryResponse answer, long evaluated) {
    List<Map<String, AttributeValue>> items = answer.items();
    Map<String, AttributeValue> last = answer.lastEvaluatedKey();
    if (last.isEmpty() && items.size() < evaluated) {
      hidden = true;
    } else if (!last.isEmpty() || !items.isEmpty()) {
      hidden = false;
      reached = new Position(last.isEmpty() ? items.get(items.size() - 1) : last, ticket);
    }
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    failure = cause;
  }

  @Override
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
