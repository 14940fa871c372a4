package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowSource;
import dev.evenkeel.core.internal.page.MergedPage.MergedRow;
import dev.evenkeel.core.internal.page.MergedPage.Position;
import dev.evenkeel.core.internal.page.PageCut.Frontiers;
import dev.evenkeel.core.internal.page.RowSizes.RowSize;
import dev.evenkeel.core.internal.page.SourceQuery.SourceReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Reads one page, in exact order, from many sources that are each in order.
 *
 * <p>It works in rounds. A round asks every source that could still hold a row before the end of
 * the page; when all have answered, the rows buffered so far decide whether another round is
 * needed. The page is finished when every source has been read past its last row, so no row is ever
 * returned while an earlier one may be unread.
 *
 * <p>{@link RoundSize} bounds the evaluated rows, which may be many more than the returned ones.
 * The rows held are bounded too: those behind the page are dropped, all but their places.
 *
 * <p>With a filter, sources move on without showing rows. There a page also ends when enough has
 * been evaluated: at the place up to which <em>all</em> sources have been evaluated, which is the
 * start key of the next page. Each round moves that place, so paging always ends.
 *
 * <p>Grouped rows are returned one by one, those that belong together next to each other and all on
 * one page: a source that has been read up to a key has shown its row with that key.
 *
 * <p>It holds the state of its page: its flow is run once.
 */
public final class MergedQuery {
  private final MergeSettings settings;
  private final Comparator<Position> order;
  private final MergeSources sources;
  private final Deque<SourceBuffer> toAsk = new ArrayDeque<>();
  private final List<ConsumedCapacity> capacity = new ArrayList<>();
  private final @Nullable ReadAhead ahead;
  private final RoundSize size;
  private final Frontiers frontiers;
  private int unanswered;
  private int subRequests;
  private @Nullable QueryResponse lastAnswer;
  private @Nullable MergedPage page;

  private MergedQuery(
      MergeSources sources, MergeSettings settings, @Nullable ReadAhead ahead, RowSize rowSize) {
    this.sources = sources;
    this.settings = settings;
    this.order = Position.comparator(settings.order());
    this.ahead = ahead;
    this.size = new RoundSize(settings, rowSize, takenBytes());
    this.frontiers = new Frontiers(sources.open(), settings);
  }

  /**
   * A page that starts with nothing read.
   *
   * @param sources in tie order: of two rows with equal keys, the one from the earlier source comes
   *     first; null for a source with nothing left to read
   * @param rowSize the row size that earlier calls learned, and this one updates
   */
  public static MergedQuery of(
      List<? extends @Nullable SourceQuery> sources, MergeSettings settings, RowSize rowSize) {
    return ofStages(List.of(sources), settings, rowSize);
  }

  /**
   * A page that starts with nothing read, of sources in stages: all rows of a stage come before all
   * rows of the next, whose sources are not asked before the page reaches them.
   *
   * @param stages each as in {@link #of}; sources are numbered through all of them
   */
  public static MergedQuery ofStages(
      List<? extends List<? extends @Nullable SourceQuery>> stages,
      MergeSettings settings,
      RowSize rowSize) {
    return new MergedQuery(MergeSources.of(stages), settings, null, rowSize);
  }

  /** The page that follows the one that read ahead. */
  public static MergedQuery after(ReadAhead readAhead, MergeSettings settings, RowSize rowSize) {
    return new MergedQuery(readAhead.sources(), settings, readAhead, rowSize);
  }

  /** Reads the page. The first request that fails fails it. */
  public Flow<MergedPage> flow() {
    return flow(SourceReader.PLAIN);
  }

  /**
   * Reads the page.
   *
   * @param reader sends the requests
   */
  public Flow<MergedPage> flow(SourceReader reader) {
    return Flow.from(() -> new Rounds(reader)).step(MergedQuery.class, "flow");
  }

  private final class Rounds implements FlowSource<MergedPage> {
    private final SourceReader reader;

    Rounds(SourceReader reader) {
      this.reader = reader;
    }

    @Override
    public @Nullable Flow<?> next() {
      SourceBuffer source = nextSource();
      return source == null
          ? null
          : reader
              .read(source.index(), source.nextRequest(size.askLimit(), !settings.wholeRows()))
              .map(answer -> answered(source, answer));
    }

    @Override
    public Flow<MergedPage> end() {
      return Flow.of(Objects.requireNonNull(page, "a page ends when it is whole"));
    }
  }

  /** The next source to read; null until an answer has come, or if the page is complete. */
  private @Nullable SourceBuffer nextSource() {
    if (toAsk.isEmpty() && unanswered == 0) {
      PageCut cut = PageCut.of(sources.open(), order, settings);
      List<SourceBuffer> behind = behind(cut);
      while (behind.isEmpty() && cut.cut() == null && sources.openNext()) {
        behind = behind(cut);
      }
      if (behind.isEmpty() || endsEarly(cut)) {
        size.learn();
        page = page(cut, behind);
        return null;
      }
      startRound(cut, behind);
    }
    if (toAsk.isEmpty() || unanswered >= size.underWayMax()) {
      return null;
    }
    unanswered++;
    subRequests++;
    return toAsk.remove();
  }

  private Done answered(SourceBuffer source, QueryResponse answer) {
    unanswered--;
    lastAnswer = answer;
    if (answer.consumedCapacity() != null && source.asksCapacity()) {
      capacity.add(answer.consumedCapacity());
    }
    size.record(source.add(answer, settings.wholeRows()), source.frontier());
    if (heldBytes() > settings.heldBytesMax()) {
      PageCut cut = PageCut.of(sources.open(), order, settings);
      ReadAhead.trim(sources.open(), order, cut.heldBytes() + settings.aheadBytesMax());
    }
    return Done.DONE;
  }

  /** The size of the rows held. */
  long heldBytes() {
    return ReadAhead.bytes(sources.open());
  }

  /** The possible further requests, for readers. */
  public List<String> mayFollow() {
    String again = "those that may hold a row before the page's end again, until it is full";
    String until =
        settings.filtered()
            ? again + " or %d rows have been evaluated".formatted(settings.evaluatedRowsMax())
            : again + " or all are read";
    List<String> more = new ArrayList<>();
    if (!toAsk.isEmpty()) {
      more.add("the other %d, as the first tell how large rows are".formatted(toAsk.size()));
    }
    more.add(until);
    if (sources.unopened() > 0) {
      more.add(
          "then the %d of the next pieces, if the page reaches them".formatted(sources.unopened()));
    }
    return more;
  }

  /** The rows returned on earlier pages. */
  private long takenBytes() {
    return ahead == null ? 0 : ahead.takenBytes();
  }

  /** Whether a page that is not full has evaluated enough, and can end where it stands. */
  private boolean endsEarly(PageCut cut) {
    if (!settings.filtered() || !frontiers.allRead()) {
      return false;
    }
    Position frontier = frontiers.least();
    return frontier != null
        && size.enough(frontier, order)
        && !sources.at(frontier.source()).hasPlaceOnly()
        && frontiers.settled(cut).stream().allMatch(SourceBuffer.Row::held);
  }

  private void startRound(PageCut cut, List<SourceBuffer> behind) {
    List<SourceBuffer.Row> settled = frontiers.settledRows(cut);
    int live = (int) sources.open().stream().filter(SourceBuffer::live).count();
    int groups = settings.groups(settled);
    size.startRound(settled.size(), groups, behind.size(), live, cut.rowBytes());
    toAsk.addAll(behind);
  }

  /** The sources that may hold an unread row before the end of the page. */
  private List<SourceBuffer> behind(PageCut cut) {
    MergedRow end = cut.cut();
    Set<Integer> again = cut.sourcesToReadAgain();
    List<SourceBuffer> behind =
        sources.open().stream()
            .filter(
                source ->
                    source.live() && (end == null || frontiers.mayPrecede(source, end, again)))
            .toList();
    return settings.filtered() && end == null && frontiers.allRead() ? rear(behind) : behind;
  }

  /**
   * With a filter a page often ends before it is full, at the least frontier: moving on those that
   * lie behind brings it further than moving all.
   */
  private List<SourceBuffer> rear(List<SourceBuffer> sources) {
    return sources.stream()
        .sorted(Comparator.comparing(Frontiers::of, order))
        .limit(size.rear(sources.size()))
        .toList();
  }

  private MergedPage page(PageCut cut, List<SourceBuffer> behind) {
    if (behind.isEmpty()) {
      MergedRow last = cut.cut();
      return pageOf(
          cut.rows(), last == null ? null : Position.of(last), cut.tied(settings.order()));
    }
    Position frontier =
        Objects.requireNonNull(frontiers.least(), "sources are behind but none has a frontier");
    return pageOf(
        cut.rowsUpTo(frontier, frontiers.settledOrder()), frontier, settings.repeatable());
  }

  private MergedPage pageOf(List<SourceBuffer.Row> rows, @Nullable Position end, boolean tied) {
    long before = heldBytes();
    Map<Integer, Integer> taken = new HashMap<>();
    rows.forEach(row -> taken.merge(row.row().source(), 1, Integer::sum));
    taken.forEach((index, count) -> sources.at(index).drop(count));
    long evaluated = rows.stream().mapToLong(SourceBuffer.Row::evaluated).sum() + hidden(end);
    return new MergedPage(
        rows.stream().map(SourceBuffer.Row::row).toList(),
        end,
        tied,
        (int) evaluated,
        subRequests,
        List.copyOf(capacity),
        lastAnswer,
        end == null || settings.aheadBytesMax() == 0 ? null : readAhead(before));
  }

  /** The rows that a filter dropped behind the last that the page shows, and up to its end. */
  private long hidden(@Nullable Position end) {
    return sources.open().stream()
        .mapToLong(source -> source.takeHidden(place -> end == null || reaches(end, source, place)))
        .sum();
  }

  /**
   * Whether a page that ends at {@code end} has passed a place of a source, or null for its end.
   */
  private boolean reaches(Position end, SourceBuffer source, @Nullable Position place) {
    return source.stage() < sources.at(end.source()).stage()
        || (place != null && frontiers.settledOrder().compare(place, end) <= 0);
  }

  /** The rows left in the buffers are read ahead. */
  private ReadAhead readAhead(long bytesBefore) {
    long taken = takenBytes() + bytesBefore - heldBytes();
    ReadAhead.trim(sources.open(), order, settings.aheadBytesMax());
    return new ReadAhead(sources, taken);
  }
}
