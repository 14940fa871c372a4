package dev.evenkeel.jobs.cost;

import dev.evenkeel.core.internal.page.MergeSettings;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.jobs.cost.CostLine.Per;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.s3.model.StorageClass;

/**
 * What a load costs in a month of 730 hours on demand, without a feature and with it. Each feature
 * is compared alone.
 */
public final class MonthlyBill {
  /** AWS's calculators count 730 hours a month. */
  public static final double SECONDS_OF_A_MONTH = 730 * 3_600;

  /** AWS, "Item sizes": what DynamoDB stores with each item. */
  private static final int OVERHEAD_BYTES = 100;

  private static final double SECONDS_OF_A_DAY = 86_400;
  private static final int ITEM_BYTES_MAX = 400 * 1_024;
  private static final int WRITE_BLOCK = 1_024;
  private static final int CHUNK_BYTES = 400_000;
  private static final ReadCapacity EVENTUAL = ReadCapacity.EVENTUAL;

  private final BillLoad load;
  private final Prices prices;

  public MonthlyBill(BillLoad load, Prices prices) {
    this.load = load;
    this.prices = prices;
  }

  /**
   * A feature.
   *
   * @param name of the feature
   * @param without the bill without it
   * @param with the bill with it
   * @param notes what the numbers leave out
   */
  public record Feature(String name, Costs without, Costs with, List<String> notes) {
    /** Copies the list. */
    public Feature {
      notes = List.copyOf(notes);
    }

    /** What it adds; less is negative. Null if a side is not known. */
    public @Nullable Double change() {
      return without.isPartial() || with.isPartial()
          ? null
          : Double.valueOf(with.known(Per.MONTH) - without.known(Per.MONTH));
    }
  }

  /** The load on a plain table. */
  public Costs plain() {
    return whole(units(EVENTUAL.get(load.itemBytes())), 1);
  }

  /** Items that are stored whole. */
  private Costs whole(double unitsOfAGet, int shards) {
    if (load.itemBytes() > ITEM_BYTES_MAX) {
      return new Costs(prices)
          .unknown("items", Per.MONTH, null, "an item of more than 400 KB is not stored");
    }
    Costs costs = new Costs(prices);
    double writes = load.writesPerSecond() * writeUnits(load.itemBytes());
    month(costs, "writes", writes, Price.WRITE_REQUESTS);
    month(costs, "gets", load.getsPerSecond() * unitsOfAGet, Price.READ_REQUESTS);
    month(costs, "query pages", load.pagesPerSecond() * pageUnits(shards), Price.READ_REQUESTS);
    double stored = (double) load.items() * (load.itemBytes() + OVERHEAD_BYTES);
    costs.add("storage", Per.MONTH, stored, Price.storage(TableClass.STANDARD));
    return costs;
  }

  private static void month(Costs costs, String what, double perSecond, Price price) {
    if (perSecond > 0) {
      costs.add(what, Per.MONTH, perSecond * SECONDS_OF_A_MONTH, price);
    }
  }

  private static double units(CapacityUnits units) {
    return units.asDouble();
  }

  private static double writeUnits(long bytes) {
    return Math.ceil((double) bytes / WRITE_BLOCK);
  }

  /** The first round of a merged page, as the sharding client asks for it. */
  private double pageUnits(int shards) {
    int rows =
        shards == 1
            ? load.pageRows()
            : MergeSettings.firstRoundRows(load.pageRows(), shards, (int) load.itemBytes());
    long bytes = Math.min(rows * load.itemBytes(), MergeSettings.PAGE_BYTES_MAX);
    return shards * units(EVENTUAL.page(bytes));
  }

  /**
   * Shards that are calculated from the item: writes and gets cost what they do on a plain table.
   *
   * @throws IllegalArgumentException if there are less than 2
   */
  public Feature sharding(int shards) {
    if (shards < 2 || shards > 1_024) {
      throw new IllegalArgumentException("shards must be 2 to 1024 but were " + shards);
    }
    Costs with = whole(units(EVENTUAL.get(load.itemBytes())), shards);
    return new Feature(
        "sharding over " + shards,
        plain(),
        with,
        List.of(
            "rows that are read beyond a page serve the next one, so that later pages cost less"));
  }

  /**
   * A large value of each item outside the item.
   *
   * @param valueBytes the value's part of an item's bytes
   * @param compressedTo the part of it that compression leaves, 1 for all
   * @param bucket the class of objects in S3; null for chunks
   * @throws IllegalArgumentException if the value is larger than its item
   */
  public Feature chunking(long valueBytes, double compressedTo, @Nullable StorageClass bucket) {
    if (valueBytes < 1 || valueBytes >= load.itemBytes()) {
      throw new IllegalArgumentException(
          "the bytes of a large value must be 1 to %d, as an item has %d, but were %d"
              .formatted(load.itemBytes() - 1, load.itemBytes(), valueBytes));
    }
    if (!(compressedTo > 0 && compressedTo <= 1)) {
      throw new IllegalArgumentException(
          "what compression leaves must be above 0 and at most 1 but was " + compressedTo);
    }
    long itemBytes = load.itemBytes() - valueBytes;
    double outside = Math.ceil(valueBytes * compressedTo);
    double chunkWrites =
        bucket == null ? writeUnits((long) outside) + Math.ceil(outside / CHUNK_BYTES) : 0;
    double chunkReads = bucket == null ? units(EVENTUAL.get((long) outside)) : 0;
    Costs with = new Costs(prices);
    double writes = load.writesPerSecond();
    month(with, "writes of items", writes * 2 * writeUnits(itemBytes), Price.WRITE_REQUESTS);
    month(with, "intents, noted and ended", writes * 3, Price.WRITE_REQUESTS);
    month(
        with,
        "looks before writes",
        writes * units(ReadCapacity.STRONG.get(itemBytes)),
        Price.READ_REQUESTS);
    month(with, "chunks", writes * chunkWrites, Price.WRITE_REQUESTS);
    // As many rows as a page of whole items has.
    long rows =
        Math.min(load.pageRows(), Math.max(1, MergeSettings.PAGE_BYTES_MAX / load.itemBytes()));
    double read = load.getsPerSecond() + load.pagesPerSecond() * rows;
    month(with, "gets", load.getsPerSecond() * units(EVENTUAL.get(itemBytes)), Price.READ_REQUESTS);
    double page = units(EVENTUAL.page(rows * itemBytes));
    month(with, "query pages", load.pagesPerSecond() * page, Price.READ_REQUESTS);
    month(with, "chunks of what is read", read * chunkReads, Price.READ_REQUESTS);
    if (bucket != null) {
      month(with, "objects", writes, Price.put(bucket));
      month(with, "objects of what is read", read, Price.get(bucket));
    }
    Price table = Price.storage(TableClass.STANDARD);
    double items = load.items();
    with.add("storage of items", Per.MONTH, items * (itemBytes + OVERHEAD_BYTES), table);
    with.add(
        "storage of values",
        Per.MONTH,
        items * outside,
        bucket == null ? table : Price.storage(bucket));
    return new Feature(
        bucket == null ? "large values in chunks" : "large values in S3",
        plain(),
        with,
        List.of(
            "reads that do not ask for the value leave it out, and cost that much less",
            "values that are replaced are swept later: a write unit per KB of chunks, or a DELETE, which is free"));
  }

  /**
   * A cache, whose reads that fill it are consistent.
   *
   * @param hits the part of the gets that it answers
   * @throws IllegalArgumentException if it is no part
   */
  public Feature caching(double hits) {
    if (!(hits >= 0 && hits <= 1)) {
      throw new IllegalArgumentException("the part of cache hits must be 0 to 1 but was " + hits);
    }
    Costs with = whole((1 - hits) * units(ReadCapacity.STRONG.get(load.itemBytes())), 1);
    return new Feature(
        "caching",
        plain(),
        with,
        List.of(
            "reads of unpopular items go by the cache eventually consistent, and cost half of what is counted"));
  }

  /**
   * A table for each period: what is old lies in another class, or in S3.
   *
   * @param kept how long tables are kept
   * @param standard how long they are in the standard class; null for as long as they are kept
   * @param archived the class of archives; null for none
   */
  public Feature periods(
      Duration kept, @Nullable Duration standard, @Nullable StorageClass archived) {
    double perDay = load.writesPerSecond() * SECONDS_OF_A_DAY * (load.itemBytes() + OVERHEAD_BYTES);
    double days = kept.toSeconds() / SECONDS_OF_A_DAY;
    double fresh =
        standard == null ? days : Math.min(days, standard.toSeconds() / SECONDS_OF_A_DAY);
    double writes = load.writesPerSecond() * writeUnits(load.itemBytes());
    Costs without = new Costs(prices);
    month(without, "writes", writes, Price.WRITE_REQUESTS);
    without.add("storage", Per.MONTH, days * perDay, Price.storage(TableClass.STANDARD));
    Costs with = new Costs(prices);
    month(with, "writes", writes, Price.WRITE_REQUESTS);
    with.add("storage", Per.MONTH, fresh * perDay, Price.storage(TableClass.STANDARD));
    if (days > fresh) {
      with.add(
          "storage of old tables",
          Per.MONTH,
          (days - fresh) * perDay,
          Price.storage(TableClass.STANDARD_INFREQUENT_ACCESS));
    }
    List<String> notes =
        archived == null
            ? List.of("without period tables, deletes of old items other than by TTL cost writes")
            : List.of(
                "archives grow for ever: each month adds %s a month in %s, before compression"
                    .formatted(
                        money(prices.of(Price.storage(archived), 365.0 / 12 * perDay)), archived));
    return new Feature("period tables", without, with, notes);
  }

  private String money(@Nullable Double amount) {
    return amount == null
        ? "an unknown amount"
        : String.format(Locale.ROOT, "%.2f %s", amount, prices.currency());
  }
}
