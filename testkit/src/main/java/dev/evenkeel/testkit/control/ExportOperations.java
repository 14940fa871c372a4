package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportFormat;
import software.amazon.awssdk.services.dynamodb.model.ExportSummary;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.ExportType;
import software.amazon.awssdk.services.dynamodb.model.ListExportsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListExportsResponse;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;

/** Answers requests about exports of any client, one after the other, and tells hooks. */
final class ExportOperations implements SimulatedClient.Requests {
  private static final Set<String> ALL =
      Set.of(
          "ExportTableToPointInTime",
          "DescribeExport",
          "ListExports",
          "DescribeContinuousBackups",
          "UpdateContinuousBackups");

  /** Exports on a page of ListExports (API reference). */
  private static final int PAGE_MAX = 25;

  /**
   * The time for which ListExports lists an export (developer guide, "Requesting a table export").
   */
  private static final Duration LISTED = Duration.ofDays(90);

  private static final Pattern EXPORT_ARN = Pattern.compile("arn:.+:table/[^/]+/export/.+");
  private static final Pattern TABLE_ARN = Pattern.compile("arn:.+:table/[^/]+");

  private final ExportAccount account;
  private final ExportRecovery recovery;
  private final Engines engines;
  private final InstantSource time;
  private final List<ControlHook> hooks;
  private final AtomicLong number = new AtomicLong();
  private final Map<String, Instant> written = new HashMap<>();

  ExportOperations(
      ExportAccount account,
      ExportRecovery recovery,
      Engines engines,
      InstantSource time,
      List<ControlHook> hooks) {
    this.account = account;
    this.recovery = recovery;
    this.engines = engines;
    this.time = time;
    this.hooks = hooks;
  }

  @Override
  public boolean isOwn(DynamoDbRequest request) {
    return ALL.contains(ControlOperations.nameOf(request));
  }

  @Override
  public DynamoDbResponse answer(DynamoDbRequest request) {
    ControlCall call =
        new ControlCall(
            number.incrementAndGet(),
            ControlOperations.nameOf(request),
            ControlOperations.tableOf(request));
    hooks.forEach(hook -> hook.before(call));
    try {
      synchronized (account) {
        Instant now = time.instant();
        account.settle(now);
        return apply(request, now);
      }
    } finally {
      hooks.forEach(hook -> hook.after(call));
    }
  }

  /** Records the times of the engine's writes. */
  @Override
  public Consumer<DynamoDbResponse> admit(DynamoDbRequest request) {
    return answer -> {
      DataUse use = DataUse.of(request);
      if (use != null) {
        synchronized (account) {
          Instant now = time.instant();
          use.writes().entrySet().stream()
              .filter(writes -> writes.getValue() > 0)
              .forEach(writes -> written.put(writes.getKey(), now));
        }
      }
    };
  }

  private DynamoDbResponse apply(DynamoDbRequest request, Instant now) {
    if (request instanceof ExportTableToPointInTimeRequest export) {
      return ExportTableToPointInTimeResponse.builder()
          .exportDescription(begin(export, now))
          .build();
    }
    if (request instanceof DescribeExportRequest export) {
      return DescribeExportResponse.builder().exportDescription(describe(export, now)).build();
    }
    if (request instanceof ListExportsRequest list) {
      return list(list, now);
    }
    String name = Objects.requireNonNullElse(ControlOperations.tableOf(request), "");
    TableDescription table = table(name, name);
    return request instanceof UpdateContinuousBackupsRequest update
        ? recovery.update(update, table, now)
        : DescribeContinuousBackupsResponse.builder()
            .continuousBackupsDescription(recovery.describe(table, now))
            .build();
  }

  /** In the order of the checks that was observed, as far as it was. */
  private ExportDescription begin(ExportTableToPointInTimeRequest request, Instant now) {
    String arn = String.valueOf(request.tableArn());
    if (!TABLE_ARN.matcher(arn).matches()) {
      throw Errors.invalid(
          "One or more parameter values were invalid: tableArn is not a valid ARN");
    }
    TableDescription table = table(ControlOperations.name(arn), arn);
    requireKnown(request);
    ExportJob earlier = account.ofToken(request.clientToken(), now);
    if (earlier != null) {
      return again(earlier, request);
    }
    requireTime(request.exportTime(), table, now);
    return account.begin(request, table, now);
  }

  private static void requireKnown(ExportTableToPointInTimeRequest request) {
    if (request.s3Bucket() == null || request.s3Bucket().isEmpty()) {
      throw Errors.invalid("1 validation error detected: Value null at 's3Bucket'");
    }
    if ((request.exportFormat() != null && request.exportFormat() != ExportFormat.DYNAMODB_JSON)
        || (request.exportType() != null && request.exportType() != ExportType.FULL_EXPORT)) {
      throw new UnsupportedOperationException(
          "The simulator makes full exports in DynamoDB JSON only.");
    }
  }

  private static ExportDescription again(
      ExportJob earlier, ExportTableToPointInTimeRequest request) {
    if (!earlier.request().equals(request)) {
      throw Errors.exportConflict();
    }
    return earlier.truth();
  }

  private void requireTime(@Nullable Instant asked, TableDescription table, Instant now) {
    PointInTimeRecoveryDescription window =
        recovery.describe(table, now).pointInTimeRecoveryDescription();
    if (window == null || window.pointInTimeRecoveryStatus() != PointInTimeRecoveryStatus.ENABLED) {
      throw Errors.recoveryUnavailable(table.tableName());
    }
    if (asked == null) {
      return;
    }
    if (asked.isAfter(now) || asked.isBefore(window.earliestRestorableDateTime())) {
      throw Errors.invalidExportTime("Export Time is invalid");
    }
    if (asked.isAfter(window.latestRestorableDateTime())) {
      throw Errors.invalidExportTime(
          "Point in Time Recovery is not available for specified export time");
    }
    Instant last = written.get(table.tableName());
    if (last != null && asked.isBefore(last)) {
      throw new UnsupportedOperationException(
          "The simulator keeps no past: '%s' was written to after the ExportTime."
              .formatted(table.tableName()));
    }
  }

  private ExportDescription describe(DescribeExportRequest request, Instant now) {
    String arn = String.valueOf(request.exportArn());
    if (!EXPORT_ARN.matcher(arn).matches()) {
      throw Errors.invalid("Invalid Export ARN");
    }
    ExportJob job = account.find(arn);
    ExportDescription description = job == null ? null : job.described(now);
    if (description == null) {
      throw Errors.exportNotFound(arn);
    }
    return description;
  }

  private ListExportsResponse list(ListExportsRequest request, Instant now) {
    int max = request.maxResults() == null ? PAGE_MAX : request.maxResults();
    if (max < 1 || max > PAGE_MAX) {
      throw Errors.invalid("MaxResults in ListExports must be >= 1 and <= " + PAGE_MAX);
    }
    List<ExportSummary> all = listed(request.tableArn(), now);
    int start = start(all, request.nextToken());
    int end = Math.min(all.size(), start + max);
    return ListExportsResponse.builder()
        .exportSummaries(all.subList(start, end))
        .nextToken(end < all.size() ? all.get(end - 1).exportArn() : null)
        .build();
  }

  /** The newest first; of a table that is gone, none (both observed). */
  private List<ExportSummary> listed(@Nullable String tableArn, Instant now) {
    return account.jobs().stream()
        .filter(job -> tableArn == null || isOf(job, tableArn))
        .map(job -> job.described(now))
        .filter(Objects::nonNull)
        .filter(description -> description.startTime().plus(LISTED).isAfter(now))
        .sorted(Comparator.comparing(ExportDescription::exportArn).reversed())
        .map(
            description ->
                ExportSummary.builder()
                    .exportArn(description.exportArn())
                    .exportStatus(description.exportStatus())
                    .exportType(ExportType.FULL_EXPORT)
                    .build())
        .toList();
  }

  private boolean isOf(ExportJob job, String tableArn) {
    if (!job.table().tableArn().equals(tableArn)) {
      return false;
    }
    TableDescription table = find(job.table().tableName());
    return table != null
        && Objects.equals(table.creationDateTime(), job.table().creationDateTime());
  }

  private static int start(List<ExportSummary> all, @Nullable String token) {
    if (token == null) {
      return 0;
    }
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).exportArn().equals(token)) {
        return i + 1;
      }
    }
    throw Errors.invalid("Invalid Request: Provided nextToken is invalid: " + token);
  }

  private TableDescription table(String name, String asNamed) {
    TableDescription table = find(name);
    if (table == null) {
      throw Errors.tableNotFound(asNamed);
    }
    return table;
  }

  private @Nullable TableDescription find(String name) {
    try {
      DescribeTableRequest request = DescribeTableRequest.builder().tableName(name).build();
      return ((DescribeTableResponse) engines.send(request)).table();
    } catch (ResourceNotFoundException e) {
      return null;
    }
  }
}
