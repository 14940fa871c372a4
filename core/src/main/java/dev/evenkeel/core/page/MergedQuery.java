package dev.evenkeel.core.page;

import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 *
 * <p>Grouped rows are returned one by one, those that belong together next to each other and all on
 * one page: a source that has been read up to a key has shown its row with that key.
 */
public final class MergedQuery implements Machine<QueryRequest, QueryResponse, MergedPage> {
  private final MergeSettings settings;
  private final Comparator<Position> order;
  private final Map<Integer, SourceBuffer> sources = new LinkedHashMap<>();
  private final Deque<SourceBuffer> toAsk = new ArrayDeque<>();
  private final List<ConsumedCapacity> capacity = new ArrayList<>();
  private final @Nullable ReadAhead ahead;
  private int askLimit;
  private int rounds;
  private int unanswered;
  private int subRequests;
  private int evaluatedRows;
  private @Nullable QueryResponse lastAnswer;
  private @Nullable Throwable failure;

  private MergedQuery(
      List<SourceBuffer> sources, MergeSettings settings, @Nullable ReadAhead ahead) {
    this.settings = settings;
    this.order = Position.comparator(settings.order());
    this.ahead = ahead;
    sources.forEach(source -> this.sources.put(source.index(), source));
  }

  /**
   * A page that starts with nothing read.
   *
   * @param sources in tie order: of two rows with equal keys, the one from the earlier source comes
   *     first; null for a source with nothing left to read
   */
  public static MergedQuery of(
      List<? extends @Nullable SourceQuery> sources, MergeSettings settings) {
    List<SourceBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      SourceQuery query = sources.get(i);
      if (query != null) {
        buffers.add(new SourceBuffer(i, query));
      }
    }
    return new MergedQuery(buffers, settings, null);
  }

  /** The page that follows the one that read ahead. */
  public static MergedQuery after(ReadAhead readAhead, MergeSettings settings) {
    return new MergedQuery(readAhead.sources(), settings, readAhead);
  }

  @Override
  public Step<QueryRequest, MergedPage> next() {
    if (failure != null) {
      return Step.fail(failure);
    }
    if (toAsk.isEmpty() && unanswered == 0) {
      PageCut cut = PageCut.of(sources.values(), order, settings);
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
    source(ticket).add(answer);
  }

  private SourceBuffer source(int ticket) {
    SourceBuffer source = sources.get(ticket);
    if (source == null) {
      throw new IllegalArgumentException("no source has ticket " + ticket);
    }
    return source;
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    failure = cause;
  }

  @Override
  public List<String> mayFollow() {
    String again = "those that may hold a row before the page's end again, until it is full";
    return List.of(
        settings.filtered()
            ? again + " or %d rows have been evaluated".formatted(settings.evaluatedRowsMax())
            : again + " or all are read");
  }

  @Override
  public boolean servedAhead() {
    return ahead != null;
  }

  /** What the caller has taken on the pages before. */
  private long takenBytes() {
    return ahead == null ? 0 : ahead.takenBytes();
  }

  private boolean allRead() {
    return sources.values().stream().allMatch(SourceBuffer::read);
  }

  private boolean budgetSpent() {
    return allRead() && evaluatedRows >= settings.evaluatedRowsMax();
  }

  private void startRound(PageCut cut, List<SourceBuffer> behind) {
    askLimit = askLimit(settledRows(cut), behind.size(), cut.rowBytes());
    rounds++;
    toAsk.addAll(behind);
  }

  /**
   * The rows still wanted are taken to be spread over all live sources, as rows placed at random
   * are, and not only over those that are behind. Where that does not hold, each round takes half
   * as many to share them, so that a page which lies on few sources still ends after few rounds.
   */
  private int askLimit(List<MergedRow> settled, int behind, long rowBytes) {
    if (settings.grouped()) {
      return settings.askLimitOfGroups(groups(settled), settled.size(), behind, rowBytes);
    }
    int wanted = settings.rowsWanted(settled.size(), rowBytes);
    int live = (int) sources.values().stream().filter(SourceBuffer::live).count();
    int sharing = Math.max(behind, live >> rounds);
    return settings.askLimit(wanted, sharing, live, rowBytes, takenBytes());
  }

  private int groups(List<MergedRow> rows) {
    int groups = rows.isEmpty() ? 0 : 1;
    for (int i = 1; i < rows.size(); i++) {
      groups += settings.joins(rows.get(i).item(), rows.get(i - 1).item()) ? 0 : 1;
    }
    return groups;
  }

  /** The rows that no unread row can precede. */
  private List<MergedRow> settledRows(PageCut cut) {
    if (!allRead()) {
      return List.of();
    }
    Position frontier = leastFrontier();
    return frontier == null ? cut.rows() : cut.rowsUpTo(frontier, settledOrder());
  }

  /** The sources that may hold an unread row before the end of the page. */
  private List<SourceBuffer> behind(PageCut cut) {
    MergedRow end = cut.cut();
    List<SourceBuffer> behind =
        sources.values().stream()
            .filter(source -> source.live() && (end == null || mayPrecede(source, end)))
            .toList();
    return settings.filtered() && end == null && allRead() ? rearHalf(behind) : behind;
  }

  /**
   * With a filter a page often ends before it is full, at the least frontier: moving on those that
   * lie behind brings it further than moving all.
   */
  private List<SourceBuffer> rearHalf(List<SourceBuffer> sources) {
    return sources.stream()
        .sorted(Comparator.comparing(MergedQuery::frontierOf, order))
        .limit((sources.size() + 1) / 2)
        .toList();
  }

  private static Position frontierOf(SourceBuffer source) {
    Position frontier = source.frontier();
    if (frontier == null) {
      throw new IllegalStateException("a live source that has been read has a frontier");
    }
    return frontier;
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
    return sources.values().stream()
        .filter(source -> source.frontier() != null)
        .map(MergedQuery::frontierOf)
        .min(order)
        .orElse(null);
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
        List.copyOf(rows),
        end,
        tied,
        evaluated,
        subRequests,
        List.copyOf(capacity),
        lastAnswer,
        end == null || settings.aheadBytesMax() == 0 ? null : readAhead(rows));
  }

  /** Takes the page's rows out of the buffers; what is left was read ahead. */
  private ReadAhead readAhead(List<MergedRow> rows) {
    long before = bytes();
    Map<Integer, Integer> taken = new HashMap<>();
    rows.forEach(row -> taken.merge(row.source(), 1, Integer::sum));
    taken.forEach((index, count) -> source(index).drop(count));
    ReadAhead left = new ReadAhead(sources.values(), takenBytes() + before - bytes());
    left.trimTo(settings.aheadBytesMax());
    return left;
  }

  private long bytes() {
    return sources.values().stream().mapToLong(SourceBuffer::bytes).sum();
  }
}
