package dev.evenkeel.simulator.advise;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.internal.work.Tally;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice.TableSample;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * An advisor on a table so large that several processes read it, in one pass of {@link SharedPass}.
 * Each may stop or die at any step, and be started again on any machine.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#shared-advisor -->
 *
 * <pre>{@code
 * BucketSpec bucket = BucketSpec.builder("our-advice").prefix("orders/").build();
 * SharedAdvisor advisor = SharedAdvisor.of(client, s3, bucket, "orders", 0);
 * Optional<TableAdvice> advice = // in each of any number of processes
 *     advisor.advise(SharedPass.of("evenkeel-control", "advice-2026-11"));
 * }</pre>
 *
 * <p>A process writes the statistics of what it reads in a minute to a file in the bucket, and
 * notes it in the control table. Statistics of parts add up to those of the table, so the advice is
 * that of {@link TableAdvisor}. Files hold the table's most frequent keys, up to 6,144 of a part:
 * treat the bucket as you treat the table. Nothing of them is in the control table.
 *
 * <p>Costs eventually consistent scans; for each segment with items, and each further minute that
 * one takes, a PutObject and a transactional write of two items in the control table; and what each
 * shared pass costs. What was read for a page of which a worker dies is read again. Memory is
 * bounded as with {@link TableAdvisor}, for each lane. The clients are used, and never closed. Safe
 * for use by several threads.
 */
public final class SharedAdvisor {
  private static final Pattern WHAT =
      Pattern.compile("advice on (\\S+), (\\d{1,18}) items, in s3://([^/]+)/(.*)");

  /** For what asks nothing of the table. */
  private static final TableKeys UNREAD = new TableKeys("", false, List.of());

  private final DynamoDbClient client;
  private final BucketSpec bucket;
  private final String tableName;
  private final long itemsMax;
  private final SyncRunner runner = SyncRunner.create();
  private final Sender<Object> sender;
  private final LongSupplier nanos;

  /**
   * @param nanos a monotonic time
   */
  SharedAdvisor(
      DynamoDbClient client,
      S3Client s3,
      BucketSpec bucket,
      String tableName,
      long itemsMax,
      LongSupplier nanos) {
    this.client = client;
    this.bucket = bucket;
    this.tableName = tableName;
    this.itemsMax = itemsMax;
    this.sender = Sender.sync(client, ObjectCalls.sync(s3));
    this.nanos = nanos;
  }

  /**
   * An advisor of one table; nothing is sent yet.
   *
   * @param bucket where the files of a job are, in a folder of its name
   * @param itemsMax about how many items to read at most; 0 for all
   * @throws IllegalArgumentException if {@code itemsMax} is below 0
   */
  public static SharedAdvisor of(
      DynamoDbClient client, S3Client s3, BucketSpec bucket, String tableName, long itemsMax) {
    if (itemsMax < 0) {
      throw new IllegalArgumentException("itemsMax must be 0 or more but was " + itemsMax);
    }
    return new SharedAdvisor(client, s3, bucket, tableName, itemsMax, System::nanoTime);
  }

  /**
   * The advisor of a pass that somebody has begun, with the bucket's name and prefix that it was
   * begun with, and nothing else of its spec. Costs a read unit.
   *
   * @return nothing if there is no pass of that name, or if it is no advisor's
   */
  public static Optional<SharedAdvisor> joining(
      SharedPass pass, DynamoDbClient client, S3Client s3) {
    Sender<Object> sender = Sender.sync(client, Sender.nothingElse());
    return SyncRunner.create()
        .run(PassRun.whatOf(pass), sender, Deadline.NONE)
        .map(WHAT::matcher)
        .filter(Matcher::matches)
        .map(
            what ->
                of(
                    client,
                    s3,
                    BucketSpec.builder(what.group(3)).prefix(what.group(4)).build(),
                    what.group(1),
                    Long.parseLong(what.group(2))));
  }

  /** The table. */
  public String tableName() {
    return tableName;
  }

  /**
   * Takes part in a pass, or begins it, and reads what all have noted when nothing is left of it.
   * Called again when it is over, it only does the latter.
   *
   * @return nothing if it was stopped before
   * @throws IllegalArgumentException if the pass was begun with another table, bucket or number of
   *     items, or files of it were written by another version
   * @throws IllegalStateException if somebody has forgotten the pass meanwhile
   * @throws software.amazon.awssdk.core.exception.SdkException if a request fails, as when there is
   *     no such table: call it again
   * @throws dev.evenkeel.objects.spec.ObjectStoreException if one to S3 fails: call it again. If a
   *     file is missing or damaged, {@link #forget} the pass and begin anew
   */
  public Optional<TableAdvice> advise(SharedPass pass) {
    StudyFiles files = files(pass);
    TableDescription table = table();
    PassRun run = run(pass, files, TableKeys.of(table));
    Flow<Optional<TableAdvice>> advised =
        files
            .found()
            .then(done -> run.run(nanos))
            .then(
                total ->
                    total.isDone()
                        ? advice(run, files, table, total).map(Optional::of)
                        : Flow.of(Optional.empty()));
    return sent(advised);
  }

  /**
   * Takes part in a pass that has begun, until nothing is left of it or it is stopped, and does not
   * read what others have noted.
   *
   * @return how far it is then
   * @throws IllegalArgumentException as {@link #advise} does
   * @throws software.amazon.awssdk.core.exception.SdkException as {@link #advise} does
   * @throws dev.evenkeel.objects.spec.ObjectStoreException as {@link #advise} does
   */
  public Status work(SharedPass pass) {
    StudyFiles files = files(pass);
    PassRun run = run(pass, files, TableKeys.of(table()));
    return sent(
        files
            .found()
            .then(done -> run.joined(nanos))
            .then(saved -> waited(run, run::total))
            .map(Status::of));
  }

  /** How far a pass is. Costs a read unit for about 12 segments. */
  public Status status(SharedPass pass) {
    return sent(run(pass, files(pass), UNREAD).total().map(Status::of));
  }

  /**
   * Takes the rows of a pass and its files away, so that one of its name may begin anew. Processes
   * that are at it fail, or end as if they were stopped, and may leave a file each. Other objects
   * in the bucket are left alone. Costs a small delete for each row and file.
   *
   * @throws IllegalArgumentException if the pass was begun with other settings, or is no advisor's:
   *     nothing is taken away then
   */
  public void forget(SharedPass pass) {
    PassRun run = run(pass, files(pass), UNREAD);
    Done unused = sent(run.forgottenIfSame().then(done -> files(pass).deleted()));
  }

  /**
   * How far a pass is.
   *
   * @param segments how many there are; 0 if it has not begun
   * @param segmentsDone how many of them are done
   * @param items how many were read
   * @param isDone whether all is read
   */
  public record Status(int segments, int segmentsDone, long items, boolean isDone) {
    private static Status of(WorkTotal total) {
      return new Status(total.segments(), total.done(), total.tally().items(), total.isDone());
    }
  }

  private TableDescription table() {
    return client
        .describeTable(DescribeTableRequest.builder().tableName(tableName).build())
        .table();
  }

  private PassRun run(SharedPass pass, StudyFiles files, TableKeys keys) {
    String what =
        "advice on %s, %d items, in s3://%s/%s"
            .formatted(tableName, itemsMax, bucket.bucket(), bucket.prefix());
    return new PassRun(pass, what, new StudyTask(keys, tableName, itemsMax, files, nanos));
  }

  private StudyFiles files(SharedPass pass) {
    return new StudyFiles(bucket, pass.name());
  }

  private Flow<TableAdvice> advice(
      PassRun run, StudyFiles files, TableDescription table, WorkTotal total) {
    Tally tally = total.tally();
    int ended = StudyTask.segmentsEnded(tally);
    TableSample sample =
        new TableSample(
            tableName,
            tally.items(),
            StudyTask.units(tally),
            ended == total.segments(),
            table.itemCount() == null ? 0 : table.itemCount(),
            total.segments(),
            ended);
    return waited(run, run::notes)
        .then(notes -> files.added(notes, new TableStudy(TableKeys.of(table))))
        .map(study -> new TableAdvice(sample, whole(study, tally, run).advice(sample)));
  }

  /** Throttles of the control table are waited for as long as they last. */
  private static <T> Flow<T> waited(PassRun run, Supplier<Flow<T>> look) {
    return Retries.repeated(look, Throttles::passes, run.pass().isStopped());
  }

  /** A pass may be forgotten and begun anew while its notes are read. */
  private static TableStudy whole(TableStudy study, Tally tally, PassRun run) {
    if (study.items() != tally.items()) {
      throw new IllegalStateException(
          "of pass '%s' %,d items were read and %,d are noted: somebody has forgotten it meanwhile"
              .formatted(run.pass().name(), tally.items(), study.items()));
    }
    return study;
  }

  private <T> T sent(Flow<T> flow) {
    return runner.run(flow, sender, Deadline.NONE);
  }
}
