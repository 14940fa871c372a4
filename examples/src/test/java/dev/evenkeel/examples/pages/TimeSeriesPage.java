package dev.evenkeel.examples.pages;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethodPolicy;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** The code of {@code docs/timeseries.md} and of the page on running it. */
final class TimeSeriesPage {
  private TimeSeriesPage() {}

  static boolean archives(CreateTableRequest likeEachTable, DynamoDbClient dynamoDb, S3Client s3) {
    // [docs:archive]
    ArchivePolicy archive =
        ArchivePolicy.builder(BucketSpec.builder("my-archives").prefix("readings/").build())
            .readUnitsPerSecond(200)
            .dataClass(StorageClass.DEEP_ARCHIVE)
            .build();
    TimeSeriesSpec spec =
        TimeSeriesSpec.builder("readings")
            .period(Period.DAY)
            .since(Instant.parse("2026-03-01T00:00:00Z"))
            .time(ItemTime.iso("at"))
            .template(TableTemplate.of(likeEachTable))
            .retention(Retention.deleteAfter(Duration.ofDays(90)))
            .archive(archive)
            .build();
    TableLifecycle tables =
        TableLifecycle.builder(dynamoDb)
            .s3(s3)
            .table(spec)
            .controlTable("evenkeel-control")
            .deletes(1)
            .build();
    tables.run(); // archives, verifies, deletes past the retention
    tables.archives().forEach(System.out::println); // also those of tables that are gone
    RestoreOrder order = RestoreOrder.of("readings_2026-03-10"); // as readings_2026-03-10-restored
    boolean isDone = tables.restore(order).isDone(); // if not, again later: retrieval takes hours
    // [docs]
    return isDone;
  }

  static ArchivePolicy exports(BucketSpec bucket) {
    // [docs:export]
    ArchivePolicy archive = // SCAN by default; or EXPORT
        ArchivePolicy.builder(bucket).method(ArchiveMethodPolicy.AUTO).build();
    // [docs]
    return archive;
  }

  static DynamoDbClient archivedReads(DynamoDbClient dynamoDb, TimeSeriesSpec spec) {
    // [docs:reads]
    TimeSeriesDynamoDbClient client =
        TimeSeriesDynamoDbClient.builder(dynamoDb)
            .table(spec)
            .archivedReads("evenkeel-control")
            .build();
    // [docs]
    return client;
  }

  static List<LifecycleReport> run(
      DynamoDbClient client, TimeSeriesSpec spec, LifecycleHook streamMappings) {
    // [docs:lifecycle]
    TableLifecycle tables =
        TableLifecycle.builder(client) // below the time series client: plain, or sharding
            .table(spec) // one or more; two that could share tables are refused
            .controlTable("evenkeel-control") // ledger and leases, of any number of series
            .deletes(1) // at most so many a run; without this line none at all
            .hook(streamMappings) // is told which tables open and retire
            .build();
    tables.createControlTable(); // once; does nothing if it is there
    tables.plan().forEach(System.out::println); // the dry run: what is due, with reasons
    List<LifecycleReport> reports = tables.run(); // until all is done or the budget is spent
    // [docs]
    return reports;
  }
}
