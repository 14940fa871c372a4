package dev.evenkeel.timeseries.spec;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.item.KeySchema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

/**
 * A table that is really one table per period. Callers name the logical table; items go to the
 * table of their own time, whatever the clock of the machine says.
 *
 * <p>Immutable, safe for use by many threads.
 */
public final class TimeSeriesSpec {
  /** How late an item may be unless the spec says otherwise. */
  public static final Duration LATENESS_DEFAULT = Duration.ofHours(1);

  /** How far ahead of the clock an item may be unless the spec says otherwise. */
  public static final Duration FUTURE_TOLERANCE_DEFAULT = Duration.ofMinutes(10);

  /** How long before its period a table is built unless the spec says otherwise. */
  public static final Duration PREBUILD_DEFAULT = Duration.ofHours(1);

  /** How many tables a request may touch unless the spec says otherwise. */
  public static final int TABLES_MAX_DEFAULT = 12;

  private final TimeSeriesDraft draft;
  private final PeriodTables tables;
  private final KeySchema key;

  TimeSeriesSpec(TimeSeriesDraft draft) {
    this.draft = draft;
    this.tables = new PeriodTables(draft.prefix, requireNonNull(draft.period));
    this.key = requireNonNull(draft.template).key();
  }

  /**
   * Starts a spec.
   *
   * @param tableName the logical table; no table of that name need be there
   */
  public static Builder builder(String tableName) {
    return new Builder(new TimeSeriesDraft(requireNonNull(tableName)));
  }

  /**
   * Starts a spec with what an entity class says: the time by {@link SeriesTime}, a {@link
   * TableTemplate#from template}, and what {@link TimeSeries} says if the class carries it. The
   * builder overrides all of it, and says the rest: tiers, retention, capacity.
   *
   * @throws IllegalArgumentException naming the class and listing what is wrong with it
   */
  public static Builder mapped(String tableName, TableSchema<?> schema) {
    return new Builder(MappedSeries.of(tableName, schema));
  }

  /**
   * A spec that the entity class says whole: {@link TimeSeries} with a {@code since}, and {@link
   * SeriesTime}. Tables are billed by request and kept for ever.
   *
   * @throws IllegalArgumentException naming the class and listing what is wrong with it, or missing
   */
  public static TimeSeriesSpec from(String tableName, TableSchema<?> schema) {
    return mapped(tableName, schema).build();
  }

  /** What callers name. */
  public String tableName() {
    return draft.tableName;
  }

  /** The names of the tables. */
  public PeriodTables tables() {
    return tables;
  }

  /** How much time each table is for. */
  public Period period() {
    return tables.period();
  }

  /** The key of every table. */
  public KeySchema key() {
    return key;
  }

  /** How the time of an item is read. */
  public ItemTime time() {
    return requireNonNull(draft.time);
  }

  /** Whether items of one partition key are in the order of their times. */
  public boolean isTimeSorted() {
    return key.sortKey() != null && key.sortKey().name().equals(time().attribute());
  }

  /** How late an item may be. */
  public Duration lateness() {
    return draft.lateness;
  }

  /** What becomes of one that is later. */
  public LatePolicy latePolicy() {
    return draft.latePolicy;
  }

  /** How far ahead of the clock an item may be. */
  public Duration futureTolerance() {
    return draft.futureTolerance;
  }

  /** How long before its period a table is built. */
  public Duration prebuild() {
    return draft.prebuild;
  }

  /** What becomes of reads of periods whose table should be there and is not. */
  public MissingTablePolicy missingTables() {
    return draft.missingTables;
  }

  /** What tables are made from. */
  public TableTemplate template() {
    return requireNonNull(draft.template);
  }

  /** Who sets the capacity of tables once they are built. */
  public Scaling scaling() {
    return draft.scaling;
  }

  /** What becomes of tables, by age, the youngest first. */
  public List<Tier> tiers() {
    return draft.tiers;
  }

  /** How long tables are kept. */
  public Retention retention() {
    return draft.retention;
  }

  /** When and how tables are archived; null if they are not. */
  public @Nullable ArchivePolicy archive() {
    return draft.archive;
  }

  /** The first period there is a table for; earlier ones are never built and never expected. */
  public Instant since() {
    return requireNonNull(draft.since);
  }

  /** How many tables one request may touch. */
  public int tablesMax() {
    return draft.tablesMax;
  }

  /**
   * When nobody may write to a period's table any more because it is about to be archived; null if
   * it is not.
   */
  public @Nullable Instant frozenFrom(TimeSpan span) {
    return archive() == null ? null : lastWrite(span).plus(archive().age());
  }

  /** When the last item of a period may come. */
  public Instant lastWrite(TimeSpan span) {
    return span.end().plus(lateness());
  }

  /** Collects a {@link TimeSeriesSpec}. */
  public static final class Builder {
    private final TimeSeriesDraft draft;

    private Builder(TimeSeriesDraft draft) {
      this.draft = draft;
    }

    /** How the time of an item is read from its key. */
    public Builder time(ItemTime time) {
      draft.time = requireNonNull(time);
      return this;
    }

    /** How much time each table is for. */
    public Builder period(Period period) {
      draft.period = requireNonNull(period);
      return this;
    }

    /** What table names begin with; the logical name and {@code _} unless said. */
    public Builder prefix(String prefix) {
      draft.prefix = requireNonNull(prefix);
      return this;
    }

    /** What tables are made from. */
    public Builder template(TableTemplate template) {
      draft.template = requireNonNull(template);
      return this;
    }

    /** How late an item may be: so long after its period a table keeps its capacity. */
    public Builder lateness(Duration lateness) {
      draft.lateness = requireNonNull(lateness);
      return this;
    }

    /** {@link LatePolicy#REFUSE} unless said. */
    public Builder latePolicy(LatePolicy policy) {
      draft.latePolicy = requireNonNull(policy);
      return this;
    }

    /** How far ahead of the clock an item may be; the next table is built as early as that. */
    public Builder futureTolerance(Duration tolerance) {
      draft.futureTolerance = requireNonNull(tolerance);
      return this;
    }

    /**
     * How long before its period a table is built: long enough for DynamoDB to build it, and short,
     * for its capacity is paid from then on.
     */
    public Builder prebuild(Duration ahead) {
      draft.prebuild = requireNonNull(ahead);
      return this;
    }

    /** {@link Scaling#MANAGED} unless said. */
    public Builder scaling(Scaling scaling) {
      draft.scaling = requireNonNull(scaling);
      return this;
    }

    /** What becomes of tables when they are no longer written to, in any order. */
    public Builder tiers(Tier... tiers) {
      draft.tiers = List.of(tiers);
      return this;
    }

    /** For ever unless said. */
    public Builder retention(Retention retention) {
      draft.retention = requireNonNull(retention);
      return this;
    }

    /** Archives tables in S3, which the lifecycle needs a client of; not at all unless said. */
    public Builder archive(ArchivePolicy policy) {
      draft.archive = requireNonNull(policy);
      return this;
    }

    /**
     * From when on there are tables: earlier periods are never built, and tables of theirs never
     * touched. Periods that are over are not built either, as no item may come for them.
     */
    public Builder since(Instant since) {
      draft.since = requireNonNull(since);
      return this;
    }

    /** {@link MissingTablePolicy#REFUSE} unless said. */
    public Builder missingTables(MissingTablePolicy policy) {
      draft.missingTables = requireNonNull(policy);
      return this;
    }

    /**
     * How many tables one request may touch, {@value TimeSeriesSpec#TABLES_MAX_DEFAULT} unless
     * said. A query in the order of time that says from when on goes on page by page beyond; any
     * other read that would touch more is refused.
     */
    public Builder tablesMax(int tablesMax) {
      draft.tablesMax = tablesMax;
      return this;
    }

    /**
     * Makes the spec.
     *
     * @throws IllegalArgumentException if anything is missing or does not fit; the message tells
     *     all of it
     */
    public TimeSeriesSpec build() {
      return draft.build();
    }
  }
}
