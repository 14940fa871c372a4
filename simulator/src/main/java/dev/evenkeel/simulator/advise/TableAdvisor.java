package dev.evenkeel.simulator.advise;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.scan.ParallelScan;
import dev.evenkeel.core.internal.scan.ParallelScan.ScanTally;
import dev.evenkeel.core.internal.scan.ScanPage;
import dev.evenkeel.core.internal.scan.ScanPage.PageSink.PageDecision;
import dev.evenkeel.core.internal.scan.ScanSettings;
import dev.evenkeel.core.internal.scan.SegmentPlace;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice.TableSample;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Analyzes items of a live table for problems of its keys, of its global indexes' keys, and of its
 * items. It only reads: one DescribeTable, and eventually consistent Scans in {@value #SEGMENTS}
 * segments at a time, from the beginning of each, at a pace.
 *
 * <p>Memory is bounded, whatever the table: a page of up to {@value #PAGE_UNITS_MAX} units for each
 * segment, and sketches for the table's key and that of each index, of some megabytes each.
 *
 * <p>A part of a table is a good sample of items and indexes, and less so of the table's own key: a
 * scan goes key by key, so a sample has few keys with many items each, and may miss the popular
 * one. To be certain, read the whole table.
 */
public final class TableAdvisor {
  /** In how many places of the table a sample is taken. */
  public static final int SEGMENTS = 32;

  /** The approximate maximum of read units that a page costs. */
  public static final int PAGE_UNITS_MAX = 8;

  /** The default number of items to read. */
  public static final long ITEMS_DEFAULT = 100_000;

  private final DynamoDbClient client;
  private final String tableName;
  private final long itemsMax;
  private final CapacityPace pace;
  private final LongConsumer progress;

  private TableAdvisor(Builder builder) {
    this.client = builder.client;
    this.tableName = builder.tableName;
    this.itemsMax = builder.itemsMax;
    this.pace = builder.pace;
    this.progress = builder.progress;
  }

  /**
   * An advisor of one table.
   *
   * @param client used, and never closed
   */
  public static Builder builder(DynamoDbClient client, String tableName) {
    return new Builder(client, tableName);
  }

  /**
   * Reads at the pace and returns the advice. For one use.
   *
   * @throws software.amazon.awssdk.services.dynamodb.model.DynamoDbException DynamoDB's failure, as
   *     when there is no such table
   */
  public TableAdvice advise() {
    TableDescription table =
        client.describeTable(DescribeTableRequest.builder().tableName(tableName).build()).table();
    TableStudy study = new TableStudy(TableKeys.of(table));
    ScanTally tally =
        SyncRunner.create()
            .run(scan(study), Sender.sync(client, Sender.nothingElse()), Deadline.NONE);
    TableSample sample =
        new TableSample(
            tableName,
            tally.items(),
            tally.units(),
            tally.segmentsEnded() == SEGMENTS,
            table.itemCount() == null ? 0 : table.itemCount(),
            SEGMENTS,
            tally.segmentsEnded());
    return new TableAdvice(sample, study.advice(sample));
  }

  private Flow<ScanTally> scan(TableStudy study) {
    ScanSettings settings = new ScanSettings(tableName, SEGMENTS, SEGMENTS, false, PAGE_UNITS_MAX);
    AtomicLongArray read = new AtomicLongArray(SEGMENTS);
    return ParallelScan.flow(
        settings,
        SegmentPlace.all(SEGMENTS),
        new PacedFlows(pace, System::nanoTime),
        page -> Flow.of(take(page, study, read)));
  }

  private PageDecision take(ScanPage page, TableStudy study, AtomicLongArray read) {
    page.items().forEach(study::add);
    progress.accept(page.items().size());
    long items = read.addAndGet(page.segment(), page.items().size());
    return itemsMax > 0 && items >= (itemsMax + SEGMENTS - 1) / SEGMENTS
        ? PageDecision.STOP
        : PageDecision.CONTINUE;
  }

  /** Collects what to read. Nothing is required. */
  public static final class Builder {
    private final DynamoDbClient client;
    private final String tableName;
    private long itemsMax = ITEMS_DEFAULT;
    private CapacityPace pace = CapacityPace.unlimited();
    private LongConsumer progress = items -> {};

    private Builder(DynamoDbClient client, String tableName) {
      this.client = client;
      this.tableName = tableName;
    }

    /**
     * About how many items to read at most; {@value #ITEMS_DEFAULT} by default, 0 for all.
     *
     * @throws IllegalArgumentException if it is below 0
     */
    public Builder itemsMax(long items) {
      if (items < 0) {
        throw new IllegalArgumentException("itemsMax must be 0 or more but was " + items);
      }
      this.itemsMax = items;
      return this;
    }

    /**
     * Sets the maximum number of read units per second; unlimited by default.
     *
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder unitsPerSecond(double units) {
      this.pace = CapacityPace.perSecond(units);
      return this;
    }

    /** Receives the number of items of each page, from several threads concurrently. */
    public Builder progress(LongConsumer items) {
      this.progress = items;
      return this;
    }

    public TableAdvisor build() {
      return new TableAdvisor(this);
    }
  }

  /**
   * The advice on a table.
   *
   * @param sample the part of the table that was read
   * @param advice about it; of items, so without peaks and shards
   */
  public record TableAdvice(TableSample sample, Advice advice) {

    /**
     * The sample of a table.
     *
     * @param tableName the table
     * @param items how many
     * @param units read capacity that it cost
     * @param whole whether that is all there is
     * @param tableItems how many items the table has, as DynamoDB last counted: up to six hours ago
     * @param segments in how many segments it was read
     * @param segmentsEnded how many of them were read to their end
     */
    public record TableSample(
        String tableName,
        long items,
        double units,
        boolean whole,
        long tableItems,
        int segments,
        int segmentsEnded) {

      /** The estimated part of the table that was read. */
      double part() {
        return whole || tableItems <= items ? 1 : (double) items / tableItems;
      }
    }
  }
}
