package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.internal.live.LayoutSession;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.internal.live.Layouts;
import dev.evenkeel.sharding.internal.live.RowWatch;
import dev.evenkeel.sharding.internal.live.WritingRegions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Keeps the leases of a process on the layouts of its tables: one session for each table, renewed
 * by one daemon thread while there is any.
 */
public final class LayoutSessions implements Layouts, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("dev.evenkeel.sharding.LayoutStore");
  private static final Duration TICK = Duration.ofMillis(50);
  private static final Duration CLOSE_MAX = Duration.ofSeconds(5);
  private static final Duration TIMEOUT_MIN = Duration.ofSeconds(2);

  private final String controlTable;
  private final LayoutTimes times;
  private final ElapsedTime clock = new ElapsedTime();
  private final ClockError clockError;
  private final DynamoDbClient control;
  private final Sender<Object> sender;
  private final Map<String, Renewal> renewals = new LinkedHashMap<>();
  private @Nullable Thread thread;
  private final ShadowCounts shadowReads;
  private final boolean isWrittenInOneRegion;
  private final OwnChanges changes = new OwnChanges();
  private boolean closed;
  private volatile boolean isOver;

  /**
   * @param shadowReads the share of reads that are compared while items are moved
   * @param isWrittenInOneRegion whether all clients write the tables in one Region
   */
  public LayoutSessions(
      DynamoDbClient control,
      String controlTable,
      LayoutTimes times,
      double shadowReads,
      boolean isWrittenInOneRegion) {
    this.isWrittenInOneRegion = isWrittenInOneRegion;
    this.shadowReads = new ShadowCounts(shadowReads);
    this.controlTable = controlTable;
    this.times = times;
    this.clockError = new ClockError(InstantSource.system(), times.aheadMax());
    this.control = control;
    this.sender = bounded(Sender.sync(control, Sender.nothingElse()), timeout(times), clockError);
  }

  /** One thread serves all tables: a request that hangs must not cost the leases of the others. */
  private static Sender<Object> bounded(
      Sender<Object> sender, Duration timeout, ClockError clockError) {
    AwsRequestOverrideConfiguration bound =
        AwsRequestOverrideConfiguration.builder().apiCallTimeout(timeout).build();
    return Sender.answering(
        request -> {
          Object answer =
              sender.send(
                  request instanceof TableCall<?> call
                      ? new TableCall<>(bounded(call.request(), bound))
                      : request);
          clockError.look(answer);
          return answer;
        });
  }

  private static DynamoDbRequest bounded(
      DynamoDbRequest request, AwsRequestOverrideConfiguration bound) {
    AwsRequest.Builder bounded = request.toBuilder();
    return (DynamoDbRequest) bounded.overrideConfiguration(bound).build();
  }

  /** Short enough for several tries in a lease. */
  private static Duration timeout(LayoutTimes times) {
    Duration sixth = times.lease().dividedBy(6);
    return sixth.compareTo(TIMEOUT_MIN) < 0 ? TIMEOUT_MIN : sixth;
  }

  public String controlTable() {
    return controlTable;
  }

  public LayoutTimes times() {
    return times;
  }

  /**
   * The Regions that write a table.
   *
   * @param tableName as it is sent
   */
  public WritingRegions regions(String tableName) {
    return new WritingRegions(tableName, isWrittenInOneRegion);
  }

  @Override
  public ElapsedTime clock() {
    return clock;
  }

  @Override
  public ShadowCounts shadowReads() {
    return shadowReads;
  }

  /**
   * Sends requests that name the control table to it, and all others with {@code data}. For changes
   * and passes, which hold no lease: their requests take as long as the client allows. Where there
   * is no control table they fail with a {@link dev.evenkeel.sharding.spec.LayoutUnknownException}.
   */
  public Sender<Object> beside(Sender<Object> data) {
    ControlSender records = new ControlSender(control, controlTable);
    return Sender.answering(
        request -> isControl(request) ? records.send(request) : data.send(request));
  }

  private boolean isControl(Object request) {
    if (!(request instanceof TableCall<?> call)) {
      return false;
    }
    return call.request() instanceof TransactWriteItemsRequest transaction
        ? transaction.transactItems().stream()
            .anyMatch(item -> item.put() != null && controlTable.equals(item.put().tableName()))
        : controlTable.equals(
            call.request().getValueForField("TableName", String.class).orElse(null));
  }

  @Override
  public String token() {
    return UUID.randomUUID().toString();
  }

  @Override
  public synchronized LayoutSession of(String table, String spec) {
    requireOpen();
    Renewal renewal = renewals.computeIfAbsent(table, name -> renewalOf(name, spec));
    if (!renewal.isOf(spec)) {
      throw new IllegalArgumentException(
          "Table '%s' has two specs with one layout store, which lay it out differently. Give both clients one spec."
              .formatted(table));
    }
    if (thread == null) {
      thread = new Thread(null, this::run, "evenkeel-layouts", 0, false);
      thread.setDaemon(true);
      thread.start();
    }
    return renewal.session();
  }

  /**
   * Has the rows of all clients of a table looked at from now on, now and then while there are any,
   * and those of clients that have died deleted.
   *
   * @param spec what the spec of the process says of the layout
   * @return what is seen of them
   */
  public synchronized RowWatch watchRows(String table, String spec) {
    of(table, spec);
    return Objects.requireNonNull(renewals.get(table)).watchRows();
  }

  /**
   * Sees to it that this is not closed: a change of a layout is not begun then.
   *
   * @throws IllegalStateException if it is
   */
  public synchronized void requireOpen() {
    if (closed) {
      throw new IllegalStateException("The layout store is closed");
    }
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** The changes of layouts that this process makes, which are ended before this is closed. */
  OwnChanges changes() {
    return changes;
  }

  private Renewal renewalOf(String table, String spec) {
    return new Renewal(
        new LayoutTable(controlTable, table, Instant::now), spec, times, clock, sender, clockError);
  }

  private void run() {
    for (List<Renewal> all = next(); !all.isEmpty(); all = next()) {
      for (Renewal each : all) {
        if (!isOver) {
          each.renew();
        }
      }
      sweepOne(all);
    }
  }

  /** One in a pass, for the leases are more urgent. */
  private static void sweepOne(List<Renewal> all) {
    for (Renewal each : all) {
      if (each.swept()) {
        return;
      }
    }
  }

  /** The sessions to look after, in a moment; none once that is over. */
  private List<Renewal> next() {
    try {
      Thread.sleep(TICK.toMillis());
    } catch (InterruptedException e) {
      LOG.debug("The SDK has interrupted this thread, to end a request, after it had ended.", e);
    }
    synchronized (this) {
      return isOver ? List.of() : List.copyOf(renewals.values());
    }
  }

  /** An interrupt is kept for later: a row that stays would hold up changes of others. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    Closing closing = new Closing();
    closing.await(changes::awaitEnds); // by pauses that this acknowledges, too
    closing.await(this::awaitRenewing);
    List<Renewal> all = List.copyOf(renewals.values());
    all.forEach(each -> each.session().end());
    closing.awaitAnswers(all);
    closing.leave(all);
    closing.end();
  }

  /** A beat under way would write a row anew that has been taken away. */
  private void awaitRenewing() throws InterruptedException {
    Thread renewing;
    synchronized (this) {
      isOver = true;
      renewing = thread;
    }
    if (renewing != null) {
      renewing.join(CLOSE_MAX.toMillis());
    }
  }
}
