package dev.evenkeel.jobs.work;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.operation.SdkRange;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.jobs.report.Causes;
import dev.evenkeel.jobs.report.DoctorReport;
import dev.evenkeel.jobs.report.DoctorReport.Check;
import dev.evenkeel.jobs.report.DoctorReport.State;
import dev.evenkeel.jobs.report.StatusReport;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import dev.evenkeel.timeseries.spec.lifecycle.SeriesStatus;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Checks tables, items, rights, clock and SDK. Writes nothing. The clients are used, and never
 * closed. For one look.
 */
public final class DoctorJob {
  /** Clocks of healthy machines differ by less. */
  private static final Duration SKEW_MAX = Duration.ofMinutes(1);

  /** The number of tables that are sampled of each series, the latest. */
  private static final int TABLES_SAMPLED = 3;

  private final DynamoDbClient client;
  private final InstantSource clock;
  private final List<Check> checks = new ArrayList<>();

  /** A job; nothing is sent yet. */
  public DoctorJob(DynamoDbClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
  }

  /**
   * Looks at a sharded table: its description, and items of it as {@link
   * ShardingSpec#verifyAgainst} samples them.
   *
   * @throws SdkClientException if DynamoDB cannot be asked at all
   */
  public DoctorReport sharded(ShardingSpec spec) {
    sdk();
    clock(spec.tableName());
    check(
        "table " + spec.tableName(),
        "the spec fits, and sampled items are where it has them",
        "'evenkeel iam --advise TABLE' prints what it needs",
        () -> spec.verifyAgainst(client));
    return new DoctorReport(checks);
  }

  /**
   * Looks at the tables of a configuration: what large values need, and some of them, the period
   * tables, items of the latest {@value #TABLES_SAMPLED} of each series, and the jobs' rights.
   *
   * @param s3 null if nothing is in a bucket
   * @param series null if there is none
   * @param targets null if scalable targets are not looked up
   * @throws SdkClientException if DynamoDB cannot be asked at all
   */
  public DoctorReport configured(
      Configuration configuration,
      @Nullable S3Client s3,
      @Nullable SeriesJob series,
      @Nullable ScalableTargets targets) {
    sdk();
    String control = configuration.controlTable();
    clock(control == null ? configuration.chunking().get(0).tableName() : control);
    configuration.chunking().stream()
        .filter(spec -> configuration.series(spec.tableName()) == null)
        .forEach(spec -> chunking(spec, client, s3));
    List<ObservedTable> seen = new ArrayList<>();
    if (series != null) {
      check("series", "", () -> seen.addAll(series(configuration, series.status())));
    }
    LatestPeriods periods = new LatestPeriods(client, configuration, seen, clock);
    for (ChunkingSpec spec : configuration.chunking()) {
      TimeSeriesSpec items = configuration.series(spec.tableName());
      if (items != null) {
        chunking(spec, items, periods);
      }
    }
    TriedRights rights = new TriedRights(client, s3, targets, seen);
    checks.addAll(rights.checks(Policy.of(configuration, TriedRights.ACCOUNT)));
    return new DoctorReport(checks);
  }

  /** The command's own; an application has another class path. */
  private void sdk() {
    String tested = SdkVersions.tested();
    String running = SdkRange.running();
    checks.add(
        SdkRange.isOlder(running, tested)
            ? new Check(
                "AWS SDK",
                State.LOOK,
                "it is %s here, and Evenkeel is tested with %s: take that or a later one"
                    .formatted(running, tested))
            : new Check(
                "AWS SDK",
                State.OK,
                "it is %s here; an application has its own, %s or later"
                    .formatted(running, tested)));
  }

  /** Compares the clock with the date of DynamoDB's answer, except in a rehearsal. */
  private void clock(String tableName) {
    if (clock instanceof RehearsalClock) {
      return;
    }
    SdkHttpResponse answer;
    try {
      answer = client.describeTable(r -> r.tableName(tableName)).sdkHttpResponse();
    } catch (AwsServiceException e) {
      answer = e.awsErrorDetails() == null ? null : e.awsErrorDetails().sdkHttpResponse();
    }
    checks.add(compared(answer == null ? null : dated(answer)));
  }

  private Check compared(@Nullable Instant server) {
    if (server == null) {
      return new Check("clock", State.LOOK, "DynamoDB does not say what time it is");
    }
    Duration ahead = Duration.between(server, clock.instant());
    return ahead.abs().compareTo(SKEW_MAX) <= 0
        ? new Check("clock", State.OK, "it is DynamoDB's, but for seconds")
        : new Check(
            "clock",
            State.WRONG,
            "it is %s %s, for DynamoDB has %s: period tables go by this clock, and AWS may refuse what is signed by it. Have it set by a time server"
                .formatted(
                    TimeText.of(ahead.abs().truncatedTo(ChronoUnit.SECONDS)),
                    ahead.isNegative() ? "behind" : "ahead",
                    TimeText.of(server)));
  }

  private static @Nullable Instant dated(SdkHttpResponse answer) {
    try {
      return ZonedDateTime.parse(
              answer.firstMatchingHeader("Date").orElse(""), DateTimeFormatter.RFC_1123_DATE_TIME)
          .toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Looks at the current period's tables; values of series are in no bucket. */
  private void chunking(ChunkingSpec spec, TimeSeriesSpec items, LatestPeriods periods) {
    if (periods.has(items)) {
      chunking(spec, periods, null);
    } else {
      look("series '%s' has no table to look for large values in".formatted(spec.tableName()));
    }
  }

  private void chunking(ChunkingSpec spec, DynamoDbClient client, @Nullable S3Client s3) {
    boolean fits =
        check(
            "table " + spec.tableName(),
            "what the spec names is there and fits it",
            () -> {
              if (spec.bucket() == null || s3 == null) {
                spec.verifyAgainst(client);
              } else {
                spec.verifyAgainst(client, s3);
              }
            });
    if (fits) {
      check(
          "values of " + spec.tableName(),
          "sampled values are where their items say",
          () -> {
            SampledValues values = SampledValues.of(client, s3, spec);
            require(values.wrong(), spec.tableName(), values.text());
          });
    }
  }

  private List<ObservedTable> series(Configuration configuration, StatusReport status) {
    if (!status.isThere()) {
      checks.add(
          new Check(
              "table " + status.controlTable(),
              State.LOOK,
              "the control table is not there yet: 'evenkeel tables apply' creates it"));
    }
    status.warnings().forEach(this::look);
    List<ObservedTable> seen = new ArrayList<>();
    for (SeriesStatus one : status.series()) {
      TimeSeriesSpec spec = requireNonNull(configuration.series(one.series()));
      int due = one.plan().actions().size();
      checks.add(
          new Check(
              "series " + one.series(),
              due == 0 ? State.OK : State.LOOK,
              "tables: %d; actions due: %d%s"
                  .formatted(
                      one.tables().size(), due, due == 0 ? "" : " ('evenkeel tables plan')")));
      one.plan().notes().forEach(this::look);
      seen.addAll(one.tables());
      one.tables().stream()
          .filter(table -> isReadable(table.status()))
          .map(ObservedTable::name)
          .sorted(Comparator.reverseOrder())
          .limit(TABLES_SAMPLED)
          .forEach(name -> sampled(spec, name));
    }
    return seen;
  }

  private static boolean isReadable(TableStatus status) {
    return status == TableStatus.ACTIVE || status == TableStatus.UPDATING;
  }

  private void look(String note) {
    checks.add(new Check("note", State.LOOK, note));
  }

  private void sampled(TimeSeriesSpec spec, String tableName) {
    check(
        "table " + tableName,
        "sampled items are of its period",
        () -> {
          SampledTimes times = SampledTimes.of(client, spec, tableName);
          require(times.wrong(), tableName, times.text());
        });
  }

  private static void require(int wrong, String tableName, String text) {
    if (wrong > 0) {
      throw new SpecMismatchException(tableName, List.of(text));
    }
  }

  private boolean check(String what, String fine, Runnable looking) {
    return check(what, fine, "'evenkeel iam --doctor' prints what it needs", looking);
  }

  /** Whether the check passed. */
  private boolean check(String what, String fine, String remedy, Runnable looking) {
    try {
      looking.run();
      if (!fine.isEmpty()) {
        checks.add(new Check(what, State.OK, fine));
      }
      return true;
    } catch (SdkException e) {
      checks.add(new Check(what, State.WRONG, text(e, remedy)));
      return false;
    }
  }

  private static String text(SdkException failure, String remedy) {
    if (failure instanceof SpecMismatchException mismatch) {
      return String.join("; ", mismatch.mismatches());
    }
    return Causes.isDenied(failure)
        ? "it may not be read: %s. %s".formatted(Causes.text(failure), remedy)
        : Causes.text(failure);
  }
}
