package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.page.MergedPage.Position;
import dev.evenkeel.core.internal.page.RowSizes.RowSize;
import dev.evenkeel.core.internal.page.SourceQuery.Evaluated;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The size of a merge's round, by what has been evaluated so far: how many rows of each source, of
 * how many sources at a time, and when a filtered page has seen enough.
 *
 * <p>A round evaluates no more than twice what the page still wants, and at least a page, unless
 * one row of each source is more. Until a call has its first answer, the requests in flight may
 * evaluate {@link #BEFORE_FIRST_ANSWER_BYTES_MAX} together, by the largest rows that are likely;
 * each answer improves the estimate. Then answers may bring {@link #UNDER_WAY_BYTES_MAX} at a time.
 */
final class RoundSize {
  /** Four pages of DynamoDB: what is risked to learn how large rows are. */
  static final long BEFORE_FIRST_ANSWER_BYTES_MAX = 4 * MergeSettings.PAGE_BYTES_MAX;

  /** Answers that are under way at the same time hold so much, as DynamoDB counts it. */
  static final long UNDER_WAY_BYTES_MAX = 8 * MergeSettings.PAGE_BYTES_MAX;

  /**
   * The limit of unanswered requests before the first answer, whatever the expected size of rows: a
   * client's default concurrency; each answer adds some.
   */
  private static final int BEFORE_FIRST_ANSWER_REQUESTS_MAX = 40;

  private static final int MORE_BY_ANSWER = 4;

  /** After so many rounds a filtered page ends wherever it stands. */
  private static final int ROUNDS_MAX = 16;

  private final MergeSettings settings;
  private final RowSize rowSize;
  private final long takenBytes;

  /** Where each answer ended, and how many rows it was for. */
  private final List<Passed> passed = new ArrayList<>();

  private Evaluated evaluated = Evaluated.NONE;
  private boolean cutShort;
  private int answers;
  private int rounds;
  private int rowsSettled;
  private int groupsSettled;
  private int behind;
  private int live;
  private long bufferedRowBytes;

  private record Passed(Position end, long rows) {}

  RoundSize(MergeSettings settings, RowSize rowSize, long takenBytes) {
    this.settings = settings;
    this.rowSize = rowSize;
    this.takenBytes = takenBytes;
  }

  /**
   * Begins a round.
   *
   * @param rowsSettled rows that are sure to be on the page
   * @param groupsSettled the number by which they count towards the limit
   * @param behind how many sources are asked
   * @param live how many are not exhausted
   * @param bufferedRowBytes the bytes evaluated for a buffered row; 0 if there is none
   */
  void startRound(int rowsSettled, int groupsSettled, int behind, int live, long bufferedRowBytes) {
    this.rowsSettled = rowsSettled;
    this.groupsSettled = groupsSettled;
    this.behind = behind;
    this.live = live;
    this.bufferedRowBytes = bufferedRowBytes;
    rounds++;
  }

  /** Notes what was evaluated for an answer, and how far. */
  void record(Evaluated answer, @Nullable Position end) {
    answers++;
    evaluated = evaluated.plus(answer);
    if (settings.filtered() && end != null) {
      passed.add(new Passed(end, answer.rows()));
    }
  }

  /** Records the sizes for later calls. */
  void learn() {
    rowSize.record(evaluated.rows(), evaluated.bytes());
  }

  /** The evaluated bytes of a row: by this call, else by the buffers, else by earlier calls. */
  private long rowBytes() {
    long own = evaluated.rowBytes();
    return own > 0 ? own : bufferedRowBytes > 0 ? bufferedRowBytes : rowSize.usual();
  }

  /**
   * The number of rows to ask of each source.
   *
   * <p>The rows still wanted are taken to be spread over all live sources, as rows placed at random
   * are, and not only over those that are behind. Where that does not hold, each round takes half
   * as many to share them, so that a page which lies on few sources still ends after few rounds.
   */
  int askLimit() {
    long bytes = bufferedRowBytes > 0 ? bufferedRowBytes : rowBytes();
    int wanted = settings.rowsWanted(rowsSettled, bytes);
    int max = settings.askLimitMax(wanted, behind, rowBytes());
    int sharing = Math.max(behind, live >> (rounds - 1));
    cutShort |= max < perSource(wanted, sharing);
    return settings.grouped()
        ? Math.min(max, settings.askLimitOfGroups(groupsSettled, rowsSettled, behind, bytes))
        : settings.askLimit(wanted, sharing, live, bufferedRowBytes, takenBytes, max);
  }

  /**
   * The number of requests that may be unanswered at a time; empty answers let twice as many more
   * follow.
   */
  long underWayMax() {
    long byBytes = underWayMaxByBytes();
    return rowSize.isLearnt()
        ? Math.min(byBytes, BEFORE_FIRST_ANSWER_REQUESTS_MAX + (long) MORE_BY_ANSWER * answers)
        : byBytes;
  }

  private long underWayMaxByBytes() {
    long rows = askLimit();
    if (evaluated.rows() == 0) {
      long each = Math.min(MergeSettings.PAGE_BYTES_MAX, rows * rowSize.most());
      return Math.max(1, BEFORE_FIRST_ANSWER_BYTES_MAX / each) + 2L * answers;
    }
    long each = Math.max(1, rows * evaluated.returnedBytes() / evaluated.rows());
    return Math.max(1, UNDER_WAY_BYTES_MAX / Math.min(MergeSettings.PAGE_BYTES_MAX, each));
  }

  /**
   * The number of the furthest-back sources to ask for a filtered page: half of them, and where
   * rows are large no more than must move on.
   */
  int rear(int sources) {
    int half = (sources + 1) / 2;
    return cutShort ? (int) Math.min(half, settings.rowsPassed(rowBytes())) : half;
  }

  /**
   * Whether a filtered page has evaluated enough. Where rows are so large that a round asks for
   * few, it must also have passed as many as a plain page: the next one would begin with as much to
   * read for each row.
   *
   * @param frontier the place up to which all sources have been evaluated
   */
  boolean enough(Position frontier, Comparator<Position> order) {
    boolean spent =
        evaluated.rows() >= settings.evaluatedRowsMax()
            || evaluated.bytes() >= settings.evaluatedBytesMax();
    return spent
        && (!cutShort
            || rounds >= ROUNDS_MAX
            || rowsPassed(frontier, order) >= settings.rowsPassed(rowBytes()));
  }

  private long rowsPassed(Position frontier, Comparator<Position> order) {
    return passed.stream()
        .filter(answer -> order.compare(answer.end(), frontier) <= 0)
        .mapToLong(Passed::rows)
        .sum();
  }

  /**
   * The number of rows to ask of each source when the merge still wants some number of rows in all:
   * at least 1.
   *
   * <p>If rows fall on sources at random, a source holds wanted/sources of the next rows on
   * average, with a standard deviation of about the square root of that. Two deviations and one row
   * on top make a second round rare, where asking every source for everything would read sources
   * times too much.
   */
  static int perSource(int wanted, int sources) {
    double share = (double) wanted / sources;
    double padded = Math.ceil(share + 2 * Math.sqrt(share) + 1);
    return (int) Math.max(1, Math.min(wanted, padded));
  }
}
