package dev.evenkeel.core.page;

import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Reads one page, in exact order, from many sources that are each in order.
 *
 * <p>It works in rounds. A round asks, all at once, every source that could still hold a row before
 * the end of the page; when all have answered, the rows buffered so far decide whether another
 * round is needed. The page is finished when every source has been read past its last row, so no
 * row is ever returned while an earlier one may be unread.
 *
 * <p>With a filter, sources move on without showing rows. There a page also ends when enough rows
 * have been evaluated: at the place up to which <em>all</em> sources have been evaluated, which is
 * the start key that the next page goes on from. Each round moves that place, so paging always
 * ends.
 */
public final class MergedQuery implements Machine<QueryRequest, QueryResponse, MergedPage> {
  private final MergeSettings settings;
  private final Comparator<Position> order;
  private final List<SourceBuffer> sources = new ArrayList<>();
  private final Deque<SourceBuffer> toAsk = new ArrayDeque<>();
  private final List<ConsumedCapacity> capacity = new ArrayList<>();
  private int askLimit;
  private int unanswered;
  private int subRequests;
  private int evaluatedRows;
  private @Nullable QueryResponse lastAnswer;
  private @Nullable Throwable failure;

  /**
   * @param sources in tie order: of two rows with equal keys, the one from the earlier source comes
   *     first; null for a source with nothing left to read
   */
  public MergedQuery(List<? extends @Nullable SourceQuery> sources, MergeSettings settings) {
    this.settings = settings;
    this.order = Position.comparator(settings.order());
    for (int i = 0; i < sources.size(); i++) {
      SourceQuery query = sources.get(i);
      if (query != null) {
        this.sources.add(new SourceBuffer(i, query));
      }
    }
  }

  @Override
  public Step<QueryRequest, MergedPage> next() {
    if (failure != null) {
      return Step.fail(failure);
    }
    if (toAsk.isEmpty() && unanswered == 0) {
      PageCut cut = PageCut.of(sources, order, settings);
      List<SourceBuffer> behind = behind(cut);
      if (behind.isEmpty() || (settings.filtered() && budgetSpent())) {
        return Step.finish(page(cut, behind));
      }
      startRound(cut, behind);
    }
    SourceBuffer source = toAsk.poll();
    if (source == null) {
      return Step.park();
    }
    unanswered++;
    subRequests++;
    return Step.ask(source.index(), source.nextRequest(askLimit));
  }

  @Override
  public void onAnswer(int ticket, QueryResponse answer) {
    unanswered--;
    evaluatedRows += answer.scannedCount() == null ? answer.items().size() : answer.scannedCount();
    lastAnswer = answer;
    if (answer.consumedCapacity() != null) {
      capacity.add(answer.consumedCapacity());
    }
    sources.stream()
        .filter(source -> source.index() == ticket)
        .forEach(source -> source.add(answer));
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    failure = cause;
  }

  private boolean budgetSpent() {
    return sources.stream().allMatch(SourceBuffer::read)
        && evaluatedRows >= settings.evaluatedRowsMax();
  }

  private void startRound(PageCut cut, List<SourceBuffer> behind) {
    askLimit =
        ScatterLimit.perSource(
            settings.rowsWanted(settledRows(cut).size(), cut.rowBytes()), behind.size());
    toAsk.addAll(behind);
  }

  /** The rows that no unread row can precede. */
  private List<MergedRow> settledRows(PageCut cut) {
    if (!sources.stream().allMatch(SourceBuffer::read)) {
      return List.of();
    }
    Position frontier = leastFrontier();
    return frontier == null ? cut.rows() : cut.rowsUpTo(frontier, settledOrder());
  }

  /** The sources that may hold an unread row before the end of the page. */
  private List<SourceBuffer> behind(PageCut cut) {
    MergedRow end = cut.cut();
    return sources.stream()
        .filter(source -> source.live() && (end == null || mayPrecede(source, end)))
        .toList();
  }

  private boolean mayPrecede(SourceBuffer source, MergedRow end) {
    Position frontier = source.frontier();
    if (frontier == null) {
      return true;
    }
    int keys = settings.order().compare(frontier.key(), end.item());
    return keys < 0 || (keys == 0 && settings.repeatable() && source.index() < end.source());
  }

  private @Nullable Position leastFrontier() {
    Position least = null;
    for (SourceBuffer source : sources) {
      Position frontier = source.frontier();
      if (frontier != null && (least == null || order.compare(frontier, least) < 0)) {
        least = frontier;
      }
    }
    return least;
  }

  private MergedPage page(PageCut cut, List<SourceBuffer> behind) {
    if (behind.isEmpty()) {
      MergedRow last = cut.cut();
      return pageOf(cut.rows(), last == null ? null : Position.of(last), tied(cut));
    }
    Position frontier = leastFrontier();
    if (frontier == null) {
      throw new IllegalStateException("sources are behind but none has a frontier");
    }
    return pageOf(cut.rowsUpTo(frontier, settledOrder()), frontier, settings.repeatable());
  }

  /**
   * The order in which rows up to a frontier are settled. Where a source holds no two rows with
   * equal keys, every source that has been evaluated to the frontier's key has shown its row with
   * that key, so all of those are settled and the source of the frontier does not matter.
   */
  private Comparator<Position> settledOrder() {
    return settings.repeatable() ? order : Comparator.comparing(Position::key, settings.order());
  }

  private boolean tied(PageCut cut) {
    MergedRow last = cut.cut();
    MergedRow follower = cut.follower();
    return last != null
        && follower != null
        && settings.order().compare(last.item(), follower.item()) == 0;
  }

  private MergedPage pageOf(List<MergedRow> rows, @Nullable Position end, boolean tied) {
    int evaluated = settings.filtered() ? evaluatedRows : rows.size();
    return new MergedPage(
        List.copyOf(rows), end, tied, evaluated, subRequests, List.copyOf(capacity), lastAnswer);
  }
}
