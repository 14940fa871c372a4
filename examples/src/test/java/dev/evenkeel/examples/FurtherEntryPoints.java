package dev.evenkeel.examples;

import dev.evenkeel.chunking.ChildCollection;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.batch.BatchingDynamoDbAsyncClient;
import dev.evenkeel.core.batch.BatchingDynamoDbClient;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.parquet.ParquetCopy;
import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetColumn.ColumnType;
import dev.evenkeel.parquet.spec.ParquetSpec;
import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.advise.Advice;
import dev.evenkeel.simulator.advise.KeyAdvisor;
import dev.evenkeel.simulator.advise.SharedAdvisor;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.trace.TraceFormat;
import dev.evenkeel.simulator.trace.TraceReader;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.timeseries.ArchiveWorker;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.upload.DistributedAsyncUpload;
import dev.evenkeel.upload.UploadSources;
import dev.evenkeel.upload.spec.UploadReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.S3Client;

/** As {@link EntryPoints}: the code in the Javadoc of batches, jobs, copies and what tests need. */
final class FurtherEntryPoints {
  private FurtherEntryPoints() {}

  static BatchGetItemResponse batching(DynamoDbClient plain, KeysAndAttributes thousandKeys) {
    // [docs:batching]
    DynamoDbClient client = BatchingDynamoDbClient.builder(plain).build();
    BatchGetItemResponse all = // ten requests; what is unprocessed is asked for again
        client.batchGetItem(get -> get.requestItems(Map.of("orders", thousandKeys)));
    // [docs]
    return all;
  }

  static CompletableFuture<BatchWriteItemResponse> batchingAsync(
      DynamoDbAsyncClient plain, List<WriteRequest> thousandPuts) {
    // [docs:batching-async]
    DynamoDbAsyncClient client = BatchingDynamoDbAsyncClient.builder(plain).build();
    CompletableFuture<BatchWriteItemResponse> stored =
        client.batchWriteItem(write -> write.requestItems(Map.of("orders", thousandPuts)));
    // [docs]
    return stored;
  }

  static TableLifecycle lifecycle(DynamoDbClient client, TimeSeriesSpec spec) {
    // [docs:lifecycle]
    TableLifecycle tables =
        TableLifecycle.builder(client)
            .table(spec)
            .controlTable("evenkeel-control")
            .deletes(1)
            .build();
    tables.createControlTable(); // once
    tables.run(); // every hour, or more often; by any number of instances
    // [docs]
    return tables;
  }

  static long archive(TimeSeriesSpec spec, DynamoDbClient client, S3Client s3) {
    // [docs:archive-worker]
    TableLifecycle run = // in one process: begins archives, and ends what the workers have done
        TableLifecycle.builder(client)
            .s3(s3)
            .table(spec)
            .controlTable("evenkeel-control")
            .shareArchives("archives-2026-11")
            .build();
    run.run();
    ArchiveWorker worker = ArchiveWorker.of(List.of(spec), client, s3); // in any number of others
    long items = worker.work(SharedPass.of("evenkeel-control", "archives-2026-11"));
    // [docs]
    return items;
  }

  static Optional<TableAdvice> advice(DynamoDbClient client, S3Client s3) {
    // [docs:shared-advisor]
    BucketSpec bucket = BucketSpec.builder("our-advice").prefix("orders/").build();
    SharedAdvisor advisor = SharedAdvisor.of(client, s3, bucket, "orders", 0);
    Optional<TableAdvice> advice = // in each of any number of processes
        advisor.advise(SharedPass.of("evenkeel-control", "advice-2026-11"));
    // [docs]
    return advice;
  }

  static void parquet(TimeSeriesSpec clicks, DynamoDbClient client, S3Client s3) {
    // [docs:parquet]
    ParquetSpec columns =
        ParquetSpec.of(
            new ParquetColumn("clicked", "at", ColumnType.TIMESTAMP_ISO),
            ParquetColumn.of("amount", ColumnType.decimal(38, 9)));
    ParquetCopy copies = ParquetCopy.of(clicks, columns, "evenkeel-control", client, s3);
    copies.run("clicks_2026-11-20"); // an archive of clicks
    System.out.println(copies.athenaDdl());
    // [docs]
  }

  static CompletableFuture<UploadReport> upload(
      DynamoDbAsyncClient client, Path log, Function<String, Map<String, AttributeValue>> parser) {
    // [docs:async-upload]
    CompletableFuture<UploadReport> report =
        DistributedAsyncUpload.builder(client)
            .table("hits", KeySchema.of(KeyAttribute.ofString("day"), KeyAttribute.ofString("at")))
            .source(UploadSources.lines(log, parser))
            .build()
            .start();
    // [docs]
    return report;
  }

  static ChildCollectionSpec childrenSpec() {
    // [docs:children-spec]
    ChildCollectionSpec spec =
        ChildCollectionSpec.builder("tags").parentKey("thread").element("tag").build();
    // [docs]
    return spec;
  }

  static ChildPage children(DynamoDbClient client, ChildCollectionSpec spec) {
    // [docs:children]
    ChildCollection tags = ChildCollection.of(client, spec);
    AttributeValue thread = AttributeValue.fromS("thread 1");
    tags.add(thread, AttributeValue.fromS("scan"));
    ChildPage first = tags.page(thread, ChildQuery.ALL.limit(20));
    // [docs]
    return first;
  }

  static Advice advise(Path csv) throws IOException {
    // [docs:advice]
    Advice advice;
    try (TraceReader trace = TraceReader.open(csv, TraceFormat.csv())) {
      advice = KeyAdvisor.create().addAll(trace).advice();
    }
    // [docs]
    return advice;
  }

  static DynamoDbClient partitions(DynamoDbClient local) {
    // [docs:partitions]
    MovableClock clock = MovableClock.at(Instant.EPOCH);
    TableSpec orders =
        TableSpec.builder("orders").capacity(Capacity.provisioned(100, 20_000)).build();
    SimulatedPartitions partitions =
        SimulatedPartitions.builder().table(orders).clock(clock).build();
    DynamoDbClient client = partitions.wrap(local);
    // [docs]
    return client;
  }

  static void local(CreateTableRequest orders) {
    // [docs:local]
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient client = local.client()) {
      client.createTable(orders);
    }
    // [docs]
  }
}
