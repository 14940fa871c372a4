package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportFormat;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.S3SseAlgorithm;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The exports of an account, in virtual time. Not safe for use by several threads. */
final class ExportAccount {
  /** For how long a token stands for its export (API reference, ExportTableToPointInTime). */
  private static final Duration TOKEN = Duration.ofHours(8);

  private static final int NAME_CHARS = 26;

  private final Draws draws;
  private final ExportSettings settings;
  private final Engines engines;
  private final S3Client s3;
  private final Agenda agenda = new Agenda();
  private final Deque<ExportScript> scripts = new ArrayDeque<>();
  private final Map<String, ExportJob> jobs = new LinkedHashMap<>();
  private final Map<String, ExportJob> byToken = new HashMap<>();

  ExportAccount(Draws draws, ExportSettings settings, Engines engines, S3Client s3) {
    this.draws = draws;
    this.settings = settings;
    this.engines = engines;
    this.s3 = s3;
  }

  void next(ExportScript script) {
    scripts.add(script);
  }

  /** Runs all events that are due until then. */
  void settle(Instant now) {
    for (Agenda.Due due = agenda.next(now); due != null; due = agenda.next(now)) {
      due.event().run();
    }
  }

  /** The export that the token stands for; null if it stands for none, or for none any more. */
  @Nullable ExportJob ofToken(@Nullable String token, Instant now) {
    ExportJob job = token == null ? null : byToken.get(token);
    if (job == null) {
      return null;
    }
    Instant end = job.truth().endTime();
    return end != null && end.plus(TOKEN).isBefore(now) ? null : job;
  }

  @Nullable ExportJob find(String arn) {
    return jobs.get(arn);
  }

  /** In the order in which they began. */
  List<ExportJob> jobs() {
    return new ArrayList<>(jobs.values());
  }

  ExportDescription begin(
      ExportTableToPointInTimeRequest request, TableDescription table, Instant now) {
    if (jobs.values().stream().filter(ExportJob::isRunning).count() >= settings.exportsMax()) {
      throw Errors.limit("there are %d exports in progress".formatted(settings.exportsMax()));
    }
    String drawn = draws.id("export " + table.tableName());
    ExportDescription begun = begun(request, table, drawn, now);
    ExportJob job = new ExportJob(request, table, items(table.tableName()), new LaggingView<>());
    job.states().publish(told(begun.exportArn(), now), begun);
    jobs.put(job.arn(), job);
    byToken.put(begun.clientToken(), job);
    ExportScript script = scripts.isEmpty() ? ExportScript.succeeds() : scripts.removeFirst();
    if (script.kind() != ExportScript.Kind.NEVER_ENDS) {
      Instant end = now.plus(time(script, job));
      agenda.add(end, () -> end(job, script, end));
    }
    return begun;
  }

  /** When a change of now is told. */
  private Instant told(String arn, Instant now) {
    return now.plus(draws.time(settings.telling(), "telling", arn));
  }

  private Duration time(ExportScript script, ExportJob job) {
    Duration scripted = script.time();
    return scripted == null ? draws.time(settings.exporting(), "exporting", job.arn()) : scripted;
  }

  /** The id begins with the time of the beginning, to the millisecond (observed). */
  private static ExportDescription begun(
      ExportTableToPointInTimeRequest request, TableDescription table, String drawn, Instant now) {
    String id = "%014d-%s".formatted(now.toEpochMilli(), drawn.substring(0, 8));
    S3SseAlgorithm encryption = request.s3SseAlgorithm();
    return ExportDescription.builder()
        .exportArn(table.tableArn() + "/export/" + id)
        .exportStatus(ExportStatus.IN_PROGRESS)
        .startTime(now)
        .tableArn(table.tableArn())
        .tableId(table.tableId())
        .exportTime(request.exportTime() == null ? now : request.exportTime())
        .clientToken(request.clientToken() == null ? drawn : request.clientToken())
        .s3Bucket(request.s3Bucket())
        .s3BucketOwner(request.s3BucketOwner())
        .s3Prefix(request.s3Prefix())
        .s3SseAlgorithm(encryption == null ? S3SseAlgorithm.AES256 : encryption)
        .s3SseKmsKeyId(request.s3SseKmsKeyId())
        .exportFormat(ExportFormat.DYNAMODB_JSON)
        .exportType(request.exportType())
        .build();
  }

  private List<Map<String, AttributeValue>> items(String table) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    ScanRequest scan = ScanRequest.builder().tableName(table).consistentRead(true).build();
    while (true) {
      ScanResponse page = (ScanResponse) engines.send(scan);
      items.addAll(page.items());
      if (!page.hasLastEvaluatedKey()) {
        return items;
      }
      scan = scan.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    }
  }

  private void end(ExportJob job, ExportScript script, Instant now) {
    Instant told = told(job.arn(), now);
    if (script.leavesPart() && script.kind() != ExportScript.Kind.SUCCEEDS) {
      files(job).writePart();
    }
    switch (script.kind()) {
      case SUCCEEDS -> job.states().publish(told, written(job, now));
      case FAILS ->
          job.states()
              .publish(told, failed(job, script.failureCode(), script.failureMessage(), now));
      case VANISHES -> {
        jobs.remove(job.arn());
        byToken.values().remove(job);
      }
      case NEVER_ENDS -> throw new IllegalStateException("it has ended");
    }
  }

  private ExportDescription written(ExportJob job, Instant now) {
    ExportDescription done =
        job.truth().toBuilder()
            .exportStatus(ExportStatus.COMPLETED)
            .endTime(now)
            .itemCount((long) job.items().size())
            .billedSizeBytes(0L)
            .build();
    try {
      return done.toBuilder().exportManifest(files(job).write(done)).build();
    } catch (S3Exception e) {
      return failed(job, "S3" + e.awsErrorDetails().errorCode(), e.getMessage(), now);
    }
  }

  private static ExportDescription failed(
      ExportJob job, String code, @Nullable String message, Instant now) {
    return job.truth().toBuilder()
        .exportStatus(ExportStatus.FAILED)
        .endTime(now)
        .failureCode(code)
        .failureMessage(message)
        .build();
  }

  private ExportFiles files(ExportJob job) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < settings.files(); i++) {
      String drawn = draws.id("file of " + job.arn()).replace("-", "");
      names.add(drawn.substring(0, NAME_CHARS) + ".json.gz");
    }
    return new ExportFiles(s3, job, names);
  }

  /**
   * The settings of exports.
   *
   * @param exporting from the request until the export ends
   * @param telling how late DescribeExport and ListExports tell a change
   * @param files how many data files an export has
   * @param exportsMax how many may be in progress
   */
  record ExportSettings(TimeRange exporting, TimeRange telling, int files, int exportsMax) {
    ExportSettings {
      if (files < 1) {
        throw new IllegalArgumentException("an export has at least one file, not " + files);
      }
    }
  }
}
