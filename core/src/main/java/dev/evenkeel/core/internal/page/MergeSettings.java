package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.item.ReadCapacity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * The rules of one merged page.
 *
 * @param order compares two items (or two keys) in reading order, so already reversed for a
 *     descending query; items it finds equal are ordered by their sources
 * @param limit the caller's limit on rows, or {@link #NO_LIMIT}
 * @param filtered whether a filter hides rows that count as evaluated
 * @param repeatable whether one source may hold several rows that {@code order} finds equal: true
 *     for an index, false for a table
 * @param pageBytesMax ends the page at the row that reaches this many bytes, as DynamoDB does
 * @param evaluatedRowsMax with a filter, no round starts once this many rows have been evaluated
 * @param aheadBytesMax how much may be read ahead for the next page once a caller pages on; 0 for
 *     nothing
 * @param wholeRows whether rows come as they are stored, so that their size determines their cost
 * @param grouped whether rows that {@code order} finds equal belong together: they count as one
 *     towards the limit, and a page never ends between them. Not together with {@code repeatable}
 */
public record MergeSettings(
    Comparator<Map<String, AttributeValue>> order,
    int limit,
    boolean filtered,
    boolean repeatable,
    long pageBytesMax,
    int evaluatedRowsMax,
    long aheadBytesMax,
    boolean wholeRows,
    boolean grouped) {

  public static final int NO_LIMIT = Integer.MAX_VALUE;

  /** DynamoDB's own bound on a page of Query or Scan (AWS: Query API reference). */
  public static final long PAGE_BYTES_MAX = 1024L * 1024;

  /** Assumed until the first rows tell: a row of 1 KiB. */
  public static final int ASSUMED_ROW_BYTES = 1024;

  /**
   * The factor by which a filtered page may evaluate more rows, and more bytes, than a page has.
   */
  private static final int FILTER_EFFORT = 4;

  /**
   * The factor by which a round may evaluate more than the page still wants, where rows are large.
   */
  private static final int ROUND_EFFORT = 2;

  /** The number of pages that are held while one is read, before rows behind it are dropped. */
  private static final int PAGES_HELD = 4;

  public MergeSettings {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1 but was " + limit);
    }
    if (grouped && repeatable) {
      throw new IllegalArgumentException(
          "rows cannot be grouped where one source may hold several that are equal");
    }
  }

  /**
   * Settings for a page of a query, with nothing read ahead. With neither projection nor filter its
   * rows come as they are stored. An index may have to fetch all attributes from the table, which
   * costs more than their size.
   */
  public static MergeSettings of(
      QueryRequest request, Comparator<Map<String, AttributeValue>> order, boolean repeatable) {
    boolean filtered = request.filterExpression() != null;
    boolean fetched = request.indexName() != null && request.select() == Select.ALL_ATTRIBUTES;
    boolean whole =
        !filtered
            && request.projectionExpression() == null
            && request.select() != Select.COUNT
            && !fetched;
    int limit = request.limit() == null ? NO_LIMIT : request.limit();
    MergeSettings page = page(order, limit, filtered, repeatable);
    return whole ? page.ofWholeRows() : page;
  }

  /** Settings for a page of at most {@code limit} rows and 1 MiB, with nothing read ahead. */
  public static MergeSettings page(
      Comparator<Map<String, AttributeValue>> order,
      int limit,
      boolean filtered,
      boolean repeatable) {
    int rows = Math.min(limit, (int) (PAGE_BYTES_MAX / ASSUMED_ROW_BYTES));
    return new MergeSettings(
        order, limit, filtered, repeatable, PAGE_BYTES_MAX, FILTER_EFFORT * rows, 0, false, false);
  }

  /** The same page, reading ahead up to {@code bytesMax}. */
  public MergeSettings readingAhead(long bytesMax) {
    return with(bytesMax, wholeRows, grouped);
  }

  /** The same page of rows that come as they are stored: no projection, no filter. */
  public MergeSettings ofWholeRows() {
    return with(aheadBytesMax, true, grouped);
  }

  /** The same page of rows that belong together where they are equal. */
  public MergeSettings ofGroups() {
    return with(aheadBytesMax, wholeRows, true);
  }

  private MergeSettings with(long aheadBytes, boolean whole, boolean groups) {
    return new MergeSettings(
        order,
        limit,
        filtered,
        repeatable,
        pageBytesMax,
        evaluatedRowsMax,
        aheadBytes,
        whole,
        groups);
  }

  /**
   * The number of rows that the first round of a page asks of each source, where their size is
   * known and nothing has been read ahead.
   */
  public static int firstRoundRows(int limit, int sources, int rowBytes) {
    MergeSettings page = page(Comparator.comparingInt(Map::size), limit, false, false);
    int wanted = page.rowsWanted(0, rowBytes);
    return Math.min(
        RoundSize.perSource(wanted, sources), page.askLimitMax(wanted, sources, rowBytes));
  }

  /** Whether a row belongs to the group of the one before it. */
  boolean joins(Map<String, AttributeValue> row, Map<String, AttributeValue> before) {
    return grouped && order.compare(before, row) == 0;
  }

  /** The number of consecutive rows, or groups of them, that count towards the limit. */
  int groups(List<SourceBuffer.Row> rows) {
    int groups = rows.isEmpty() ? 0 : 1;
    for (int i = 1; i < rows.size(); i++) {
      groups += joins(rows.get(i).row().item(), rows.get(i - 1).row().item()) ? 0 : 1;
    }
    return groups;
  }

  /**
   * The number of rows that are still worth asking for.
   *
   * @param rowsHeld rows that are sure to be on the page
   * @param rowBytes their average size, or 0 if not known yet
   */
  int rowsWanted(int rowsHeld, long rowBytes) {
    return (int) Math.max(1, Math.min((long) limit - rowsHeld, rowsByBytes(rowsHeld, rowBytes)));
  }

  private long rowsByBytes(int rowsHeld, long rowBytes) {
    return pageBytesMax / (rowBytes == 0 ? ASSUMED_ROW_BYTES : rowBytes) - rowsHeld;
  }

  /** The evaluated bytes after which a page with a filter starts no further round. */
  long evaluatedBytesMax() {
    return FILTER_EFFORT * pageBytesMax;
  }

  /** The number of rows, matching or not, after which a plain page would end. */
  long rowsPassed(long rowBytes) {
    return Math.min(limit, Math.max(1, pageBytesMax / Math.max(1, rowBytes)));
  }

  /**
   * The maximum bytes of rows that are held while a page is read, before those behind it are
   * dropped.
   */
  long heldBytesMax() {
    return PAGES_HELD * pageBytesMax + aheadBytesMax;
  }

  /**
   * The maximum number of rows to ask of each source in a round so that little is evaluated in
   * vain: twice the wanted number in all, and at least a page. The block that is paid for anyway
   * and one row of each source are always allowed.
   *
   * @param wanted rows the page still wants in all
   * @param rowBytes the bytes evaluated for a row; 0 if not known
   */
  int askLimitMax(int wanted, int sources, long rowBytes) {
    if (rowBytes == 0) {
      return Integer.MAX_VALUE;
    }
    long bytes = Math.max(pageBytesMax, ROUND_EFFORT * Math.min(pageBytesMax, wanted * rowBytes));
    long each = Math.max(ReadCapacity.BLOCK_BYTES, bytes / sources);
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, each / rowBytes));
  }

  /**
   * The number of rows to ask of each source where rows are grouped. Each source may hold a row of
   * every group, and none holds two: as many rows as groups are wanted are always enough, and no
   * more than a share of what the page has room for.
   *
   * @param groupsHeld groups that are sure to be on the page
   * @param rowsHeld the rows in them
   * @param rowBytes the average size of a row, or 0 if not known yet
   */
  int askLimitOfGroups(int groupsHeld, int rowsHeld, int sources, long rowBytes) {
    long room = Math.max(1, Math.min(Integer.MAX_VALUE, rowsByBytes(rowsHeld, rowBytes)));
    return Math.min(Math.max(1, limit - groupsHeld), RoundSize.perSource((int) room, sources));
  }

  /**
   * The number of rows to ask of each source in a round.
   *
   * <p>Where the size of a row is known, a request is filled up to the read unit it pays for
   * anyway, since DynamoDB rounds what a query reads up to 4 KB. Once a caller pages on, more is
   * read ahead: as much again as it has taken, so that what is read in vain stays in proportion.
   * Each source has its share of that, however few are asked: what all hold together would else
   * pass the bound, be forgotten and be read again.
   *
   * @param wanted rows the page still wants in all
   * @param sharing over how many sources they are taken to be spread
   * @param live how many sources are not exhausted
   * @param rowBytes the average size of a row, or 0 if not known yet
   * @param takenBytes the bytes that the caller has taken on the pages before
   * @param leastMax the most to ask for that is not read ahead, see {@link #askLimitMax}
   */
  int askLimit(int wanted, int sharing, int live, long rowBytes, long takenBytes, int leastMax) {
    int least = Math.min(leastMax, RoundSize.perSource(wanted, sharing));
    if (!wholeRows || rowBytes == 0 || aheadBytesMax == 0) {
      return least;
    }
    long ahead = Math.min(aheadBytesMax, takenBytes) / live;
    long needed = (least * rowBytes + ReadCapacity.BLOCK_BYTES - 1) / ReadCapacity.BLOCK_BYTES;
    long blocks = Math.max(needed, ahead / ReadCapacity.BLOCK_BYTES);
    return (int) Math.max(least, blocks * ReadCapacity.BLOCK_BYTES / rowBytes);
  }
}
