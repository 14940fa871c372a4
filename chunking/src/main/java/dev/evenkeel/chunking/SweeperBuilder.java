package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.operation.PeriodStores;
import dev.evenkeel.chunking.internal.shell.SystemEnvironment;
import dev.evenkeel.chunking.internal.sweep.SweepOptions;
import dev.evenkeel.chunking.internal.sweep.SweptTables;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the two sweepers. Required: at least one {@link #table}, and an S3 client if
 * a spec names a bucket. Nothing is written unless {@link #dryRun dryRun(false)} is said.
 *
 * @param <B> the concrete builder
 */
public abstract sealed class SweeperBuilder<B extends SweeperBuilder<B>>
    permits OrphanSweeper.Builder, OrphanAsyncSweeper.Builder {
  /** The default number of intents that are processed at a time. */
  public static final int CONCURRENCY_DEFAULT = 8;

  private static final int CONCURRENCY_MAX = 1_000;

  private final List<ChunkingSpec> specs = new ArrayList<>();
  private InstantSource clock = InstantSource.system();
  private Consumer<SweepReport> progress = report -> {};
  private boolean dryRun = true;
  private int concurrency = CONCURRENCY_DEFAULT;
  private @Nullable Double unitsPerSecond;
  private ClientThreads threads = ClientThreads.shared();

  SweeperBuilder() {}

  abstract B self();

  /**
   * Adds a table to look after: with the very spec that its writers have. Several tables may share
   * chunk table, intent table and bucket; of tables that have no spec here nothing is touched.
   */
  public B table(ChunkingSpec spec) {
    specs.add(Objects.requireNonNull(spec));
    return self();
  }

  /**
   * Whether to write nothing and only report what would be done; true by default. A dry run reads
   * as much as a real one.
   */
  public B dryRun(boolean writeNothing) {
    this.dryRun = writeNothing;
    return self();
  }

  /**
   * The clock that decides what is due; the system's by default. It may differ from the writers' by
   * a part of the grace; one that is fast gives up writes that are still being made, which then
   * fail, and removes replaced values that slow readers may be reading, who then read again.
   */
  public B clock(InstantSource newClock) {
    this.clock = Objects.requireNonNull(newClock);
    return self();
  }

  /**
   * Sets the maximum number of capacity units per second, reads and writes together, as DynamoDB
   * reports them; no limit by default. Requests to S3 are not counted.
   */
  public B unitsPerSecond(double unitsMax) {
    this.unitsPerSecond = unitsMax;
    return self();
  }

  /** Sets the number of intents, items or objects that are processed at a time; at most 1,000. */
  public B concurrency(int countMax) {
    this.concurrency = countMax;
    return self();
  }

  /**
   * The listener of the sweep's progress, called after every page of intents on the thread of the
   * sweep. An exception of the listener ends the sweep.
   */
  public B progress(Consumer<SweepReport> listener) {
    this.progress = Objects.requireNonNull(listener);
    return self();
  }

  /**
   * The threads on which requests of a sweep are sent side by side, and what they are to have of
   * the context of the thread that begins it; by default {@link ClientThreads#shared()}. An
   * asynchronous sweeper needs no threads.
   */
  public B threads(ClientThreads newThreads) {
    this.threads = Objects.requireNonNull(newThreads);
    return self();
  }

  ClientThreads threads() {
    return threads;
  }

  SweepOptions options(Object client, boolean hasS3) {
    if (concurrency < 1 || concurrency > CONCURRENCY_MAX) {
      throw new IllegalArgumentException(
          "concurrency must be from 1 to %d but was %d".formatted(CONCURRENCY_MAX, concurrency));
    }
    List<StackLayer.Stacked> below = StackLayer.in(client);
    if (below.stream().anyMatch(layer -> layer.layer() == StackLayer.CACHING)) {
      throw new IllegalArgumentException(
          "The sweeper's client has a cache, by which a value that is in use could look unused: give it the client below that");
    }
    specs.forEach(spec -> PeriodStores.require(spec, below));
    SweptTables tables = new SweptTables(specs);
    for (ChunkingSpec spec : specs) {
      if (spec.bucket() != null && !hasS3) {
        throw new IllegalArgumentException(
            "The spec of table '%s' names a bucket, and the sweeper has no S3 client: give it one with s3(client)"
                .formatted(spec.tableName()));
      }
    }
    return new SweepOptions(tables, new SystemEnvironment(clock), dryRun, concurrency, progress);
  }

  PacedFlows paced() {
    return new PacedFlows(CapacityPace.atMost(unitsPerSecond), System::nanoTime);
  }

  /**
   * A decorated client returns items without markers: each payload would appear to be an orphan.
   */
  static void refuseDecorated(boolean isDecorated) {
    if (isDecorated) {
      throw new IllegalArgumentException(
          "A sweeper has to see how values are stored: give it the client that the chunking client was built over");
    }
  }
}
