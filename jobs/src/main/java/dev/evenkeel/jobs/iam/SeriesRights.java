package dev.evenkeel.jobs.iam;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethodPolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Scaling;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.SSESpecification;

/** The rights of the lifecycle of period tables. */
final class SeriesRights {
  private static final List<String> EVERY_TABLE =
      List.of(
          "dynamodb:CreateTable",
          "dynamodb:DescribeTable",
          "dynamodb:GetItem",
          "dynamodb:ListTagsOfResource",
          "dynamodb:TagResource",
          "dynamodb:UpdateTable");
  private static final List<String> CONTROL_TABLE =
      List.of(
          "dynamodb:CreateTable",
          "dynamodb:DeleteItem",
          "dynamodb:DescribeContinuousBackups",
          "dynamodb:DescribeTable",
          "dynamodb:GetItem",
          "dynamodb:Query",
          "dynamodb:UpdateContinuousBackups",
          "dynamodb:UpdateItem");
  private static final List<String> TIME_TO_LIVE =
      List.of("dynamodb:DescribeTimeToLive", "dynamodb:UpdateTimeToLive");
  private static final List<String> RECOVERY =
      List.of("dynamodb:DescribeContinuousBackups", "dynamodb:UpdateContinuousBackups");

  private static final List<String> ARCHIVED_TABLES =
      List.of(
          "dynamodb:DeleteResourcePolicy",
          "dynamodb:DescribeTimeToLive",
          "dynamodb:GetResourcePolicy",
          "dynamodb:PutResourcePolicy",
          "dynamodb:UpdateTimeToLive");
  private static final List<String> RESTORED_TABLES =
      List.of(
          "dynamodb:BatchWriteItem",
          "dynamodb:CreateTable",
          "dynamodb:DescribeTable",
          "dynamodb:GetItem",
          "dynamodb:ListTagsOfResource",
          "dynamodb:Scan",
          "dynamodb:TagResource");
  private static final List<String> ARCHIVE_FILES =
      List.of(
          "s3:AbortMultipartUpload",
          "s3:DeleteObject",
          "s3:GetObject",
          "s3:PutObject",
          "s3:RestoreObject");

  private final List<TimeSeriesSpec> specs;
  private final Account account;
  private final List<Statement> statements = new ArrayList<>();

  private SeriesRights(List<TimeSeriesSpec> specs, Account account) {
    this.specs = specs;
    this.account = account;
  }

  static List<Statement> of(Configuration configuration, String controlTable, Account account) {
    SeriesRights rights = new SeriesRights(configuration.tables(), account);
    rights.add("PeriodTables", EVERY_TABLE, spec -> true);
    rights.add("TimeToLive", TIME_TO_LIVE, spec -> spec.template().timeToLiveAttribute() != null);
    rights.add("Recovery", RECOVERY, spec -> spec.template().isPointInTimeRecovery());
    if (configuration.lifecycle().deletes() > 0) {
      rights.add(
          "Deletes", List.of("dynamodb:DeleteTable"), spec -> spec.retention().age() != null);
    }
    rights.archives(controlTable);
    rights.keys();
    rights.statements.add(
        Statement.of("ControlTable", CONTROL_TABLE, List.of(account.table(controlTable))));
    if (configuration.tables().stream().anyMatch(SeriesRights::mayBeScaled)) {
      // AWS, "Actions, resources, and condition keys for Application Auto Scaling": for * alone.
      rights.statements.add(
          Statement.of(
              "ScalableTargets",
              List.of("application-autoscaling:DescribeScalableTargets"),
              List.of("*")));
    }
    // AWS, "Actions, resources, and condition keys for DynamoDB": it has no resource type.
    rights.statements.add(Statement.of("FindTables", List.of("dynamodb:ListTables"), List.of("*")));
    return rights.statements;
  }

  /** Whether the lifecycle may change capacity, which others must not be setting. */
  private static boolean mayBeScaled(TimeSeriesSpec spec) {
    return spec.scaling() == Scaling.MANAGED
        && (spec.template().isProvisioned()
            || spec.tiers().stream().anyMatch(tier -> tier.capacity() != null));
  }

  private void archives(String controlTable) {
    add("Archives", ARCHIVED_TABLES, spec -> spec.archive() != null);
    add("ArchiveScans", List.of("dynamodb:Scan"), spec -> archived(spec, ArchivePolicy::mayScan));
    exports();
    List<TimeSeriesSpec> archived = specs.stream().filter(spec -> spec.archive() != null).toList();
    if (archived.isEmpty()) {
      return;
    }
    statements.add(
        Statement.of(
            "Restores",
            RESTORED_TABLES,
            archived.stream()
                .map(spec -> account.table(pattern(spec) + RestoreOrder.SUFFIX))
                .toList()));
    statements.add(
        Statement.of(
            "ArchivesUnderWay",
            List.of("dynamodb:ConditionCheckItem", "dynamodb:PutItem"),
            List.of(account.table(controlTable))));
    List<BucketSpec> buckets =
        archived.stream().map(spec -> requireNonNull(spec.archive()).bucket()).toList();
    statements.add(Statement.of("ArchiveFiles", ARCHIVE_FILES, files(archived)));
    statements.add(
        Statement.of(
            "ArchiveListings",
            List.of("s3:ListBucket"),
            buckets.stream().map(bucket -> account.bucket(bucket.bucket())).distinct().toList()));
    statements.addAll(
        KeyRights.of("ArchiveKeys", KeyRights.WRITE_OBJECTS, "s3", KeyRights.of(buckets), account));
  }

  private static boolean archived(TimeSeriesSpec spec, Predicate<ArchivePolicy> how) {
    return spec.archive() != null && how.test(spec.archive());
  }

  /** AWS, "Requesting a table export in DynamoDB": DynamoDB writes with the rights of who asks. */
  private void exports() {
    List<TimeSeriesSpec> exported =
        specs.stream().filter(spec -> archived(spec, ArchivePolicy::mayExport)).toList();
    if (exported.isEmpty()) {
      return;
    }
    add("Exports", List.of("dynamodb:ExportTableToPointInTime"), exported::contains);
    add(
        "ExportsOrScans",
        List.of("dynamodb:DescribeContinuousBackups"),
        spec ->
            exported.contains(spec)
                && archived(spec, policy -> policy.method() == ArchiveMethodPolicy.AUTO));
    statements.add(
        Statement.of(
            "ExportsUnderWay",
            List.of("dynamodb:DescribeExport"),
            exported.stream().map(spec -> account.table(pattern(spec)) + "/export/*").toList()));
    statements.add(Statement.of("ExportedFiles", List.of("s3:PutObjectAcl"), files(exported)));
  }

  private List<String> files(List<TimeSeriesSpec> archived) {
    return archived.stream()
        .map(spec -> requireNonNull(spec.archive()).bucket())
        .map(bucket -> account.bucket(bucket.bucket()) + "/" + bucket.prefix() + "*")
        .distinct()
        .toList();
  }

  private void add(String sid, Collection<String> actions, Predicate<TimeSeriesSpec> which) {
    List<String> tables =
        specs.stream().filter(which).map(spec -> account.table(pattern(spec))).toList();
    if (!tables.isEmpty()) {
      statements.add(Statement.of(sid, actions, tables));
    }
  }

  private void keys() {
    List<String> keys = new ArrayList<>();
    for (TimeSeriesSpec spec : specs) {
      SSESpecification encryption = spec.template().request().sseSpecification();
      if (encryption != null && encryption.kmsMasterKeyId() != null) {
        keys.add(encryption.kmsMasterKeyId());
      }
    }
    statements.addAll(KeyRights.of("Keys", KeyRights.CREATE_TABLES, "dynamodb", keys, account));
  }

  /**
   * The tables that requests to a table are sent to: of a series those of its periods, and those
   * that archives are restored to under their default names.
   */
  static List<String> readable(Configuration configuration, String tableName, Account account) {
    TimeSeriesSpec spec = configuration.series(tableName);
    if (spec == null) {
      return List.of(account.table(tableName));
    }
    String periods = account.table(named(configuration, tableName));
    return spec.archive() == null
        ? List.of(periods)
        : List.of(periods, periods + RestoreOrder.SUFFIX);
  }

  /** The pattern of a series' period tables; of a plain table its name. */
  static String named(Configuration configuration, String tableName) {
    TimeSeriesSpec spec = configuration.series(tableName);
    return spec == null ? tableName : pattern(spec);
  }

  /** A character for each of a period's name, so that other names with the prefix stay out. */
  static String pattern(TimeSeriesSpec spec) {
    return spec.tables().prefix() + pattern(spec.period());
  }

  private static String pattern(Period period) {
    return switch (period) {
      case HOUR, SIX_HOURS, TWELVE_HOURS -> "????-??-??-??";
      case DAY -> "????-??-??";
      case WEEK -> "????-W??";
      case MONTH -> "????-??";
    };
  }
}
