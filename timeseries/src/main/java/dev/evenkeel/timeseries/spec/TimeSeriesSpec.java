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
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#time-series -->
 *
 * <pre>{@code
 * TimeSeriesSpec clicks =
 *     TimeSeriesSpec.builder("clicks")
 *         .period(Period.DAY)
 *         .since(Instant.parse("2026-11-01T00:00:00Z"))
 *         .time(ItemTime.iso("at"))
 *         .template(TableTemplate.of(likeEachTable))
 *         .retention(Retention.keep())
 *         .build();
 * }</pre>
 *
 * <p>Immutable, safe for use by many threads.
 */
public final class TimeSeriesSpec {
  /** The default lateness of items. */
  public static final Duration LATENESS_DEFAULT = Duration.ofHours(1);

  /** The default time that an item may be ahead of the clock. */
  public static final Duration FUTURE_TOLERANCE_DEFAULT = Duration.ofMinutes(10);

  /** The default time between the creation of a table and its period. */
  public static final Duration PREBUILD_DEFAULT = Duration.ofHours(1);

  /** The default maximum of tables that a request may touch. */
  public static final int TABLES_MAX_DEFAULT = 12;

  final TimeSeriesDraft draft;
  private final PeriodTables tables;
  private final KeySchema key;
  private final String layoutId;

  TimeSeriesSpec(TimeSeriesDraft draft) {
    this.draft = draft;
    this.tables = new PeriodTables(draft.prefix, requireNonNull(draft.period));
    this.key = requireNonNull(draft.template).key();
    this.layoutId =
        String.join(
            ", ",
            "since " + since(),
            "period " + period(),
            "time " + time().id(),
            "tables " + tables.prefix());
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

  /**
   * Starts the spec of a series of rows that belong to the items of this one, such as chunks. It
   * has the time, the ages and the archive of this series; template and tiers are its own, and its
   * tablesMax is {@link CompanionRules#TABLES_MAX_DEFAULT}. The lifecycle deletes a table of rows
   * after that of their items, and restores it before.
   */
  public Builder companion(String rowsTable) {
    return new Builder(TimeSeriesDraft.companion(requireNonNull(rowsTable), this));
  }

  /** The series whose items the rows of this one belong to; null if it has items of its own. */
  public @Nullable TimeSeriesSpec companionOf() {
    return draft.companionOf;
  }

  /** The logical table's name, which callers use. */
  public String tableName() {
    return draft.tableName;
  }

  /**
   * Names all that decides which table holds an item: since, period, time and table names. Clients
   * whose specs differ in it look for one item in different tables.
   */
  public String layoutId() {
    return layoutId;
  }

  /** The names of the tables. */
  public PeriodTables tables() {
    return tables;
  }

  /** The time span of each table. */
  public Period period() {
    return tables.period();
  }

  /** The key of every table. */
  public KeySchema key() {
    return key;
  }

  /** The rule that reads the time of an item. */
  public ItemTime time() {
    return requireNonNull(draft.time);
  }

  /** Whether items of one partition key are in the order of their times. */
  public boolean isTimeSorted() {
    return key.sortKey() != null && key.sortKey().name().equals(time().attribute());
  }

  /** The time for which items may still come after their period. */
  public Duration lateness() {
    return draft.lateness;
  }

  /** The treatment of items that come later than the lateness. */
  public LatePolicy latePolicy() {
    return draft.latePolicy;
  }

  /** The time that an item may be ahead of the clock. */
  public Duration futureTolerance() {
    return draft.futureTolerance;
  }

  /** The time between the creation of a table and its period. */
  public Duration prebuild() {
    return draft.prebuild;
  }

  /** The treatment of periods whose table should exist and does not, in reads. */
  public MissingTablePolicy missingTables() {
    return draft.missingTables;
  }

  /** The definition of period tables. */
  public TableTemplate template() {
    return requireNonNull(draft.template);
  }

  /** The owner of the capacity of tables once they are built. */
  public Scaling scaling() {
    return draft.scaling;
  }

  /** The capacity and class of tables by age, the youngest first. */
  public List<Tier> tiers() {
    return draft.tiers;
  }

  /** The time for which tables are kept. */
  public Retention retention() {
    return draft.retention;
  }

  /** When and how tables are archived; null if they are not. */
  public @Nullable ArchivePolicy archive() {
    return draft.archive;
  }

  /** The first period; tables of earlier ones are never built and never expected. */
  public Instant since() {
    return requireNonNull(draft.since);
  }

  /** The maximum number of tables that one request may touch. */
  public int tablesMax() {
    return draft.tablesMax;
  }

  /** When a period's table is frozen before it is archived; null if the series has no archive. */
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

    /** Sets the rule that reads the time of an item from its key. */
    public Builder time(ItemTime time) {
      draft.time = requireNonNull(time);
      return this;
    }

    /** Sets the time span of each table. */
    public Builder period(Period period) {
      draft.period = requireNonNull(period);
      return this;
    }

    /** Sets the start of table names; the logical name and {@code _} by default. */
    public Builder prefix(String prefix) {
      draft.prefix = requireNonNull(prefix);
      return this;
    }

    /** Sets the definition of period tables. */
    public Builder template(TableTemplate template) {
      draft.template = requireNonNull(template);
      return this;
    }

    /** Sets the time after its period for which a table keeps its capacity and takes items. */
    public Builder lateness(Duration lateness) {
      draft.lateness = requireNonNull(lateness);
      return this;
    }

    /** {@link LatePolicy#REFUSE} by default. */
    public Builder latePolicy(LatePolicy policy) {
      draft.latePolicy = requireNonNull(policy);
      return this;
    }

    /** Sets the time that an item may be ahead of the clock; the next table is there by then. */
    public Builder futureTolerance(Duration tolerance) {
      draft.futureTolerance = requireNonNull(tolerance);
      return this;
    }

    /** Sets how long before its period a table is built; its capacity is paid from then on. */
    public Builder prebuild(Duration ahead) {
      draft.prebuild = requireNonNull(ahead);
      return this;
    }

    /** {@link Scaling#MANAGED} by default. */
    public Builder scaling(Scaling scaling) {
      draft.scaling = requireNonNull(scaling);
      return this;
    }

    /** Sets the capacity and class of tables by age, in any order. */
    public Builder tiers(Tier... tiers) {
      draft.tiers = List.of(tiers);
      return this;
    }

    /** For ever by default. */
    public Builder retention(Retention retention) {
      draft.retention = requireNonNull(retention);
      return this;
    }

    /** Archives tables in S3, which the lifecycle needs a client of; not at all by default. */
    public Builder archive(ArchivePolicy policy) {
      draft.archive = requireNonNull(policy);
      return this;
    }

    /**
     * Sets the start of the series: earlier periods are never built, and tables of theirs never
     * touched. Periods that are over are not built either, as no item may come for them.
     */
    public Builder since(Instant since) {
      draft.since = requireNonNull(since);
      return this;
    }

    /** {@link MissingTablePolicy#REFUSE} by default. */
    public Builder missingTables(MissingTablePolicy policy) {
      draft.missingTables = requireNonNull(policy);
      return this;
    }

    /**
     * Sets the maximum number of tables that one request may touch. A query in the order of time
     * with a bound where it begins pages through any number; other reads of more are refused.
     */
    public Builder tablesMax(int tablesMax) {
      draft.tablesMax = tablesMax;
      return this;
    }

    /**
     * Makes the spec.
     *
     * @throws IllegalArgumentException if settings are missing or contradict each other; the
     *     message lists all problems
     */
    public TimeSeriesSpec build() {
      return draft.build();
    }
  }
}
