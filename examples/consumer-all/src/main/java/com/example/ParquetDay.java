package com.example;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.parquet.ParquetCopy;
import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetColumn.ColumnType;
import dev.evenkeel.parquet.spec.ParquetReport;
import dev.evenkeel.parquet.spec.ParquetSpec;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.s3.S3Client;

/** A table for a day, from its first item over its archive to a copy in Parquet. */
final class ParquetDay {
  private static final String DAY = "clicks_2026-03-10";

  private Instant now = Instant.parse("2026-03-10T12:00:00Z");

  private ParquetDay() {}

  static void copy(DynamoDbClient client, LocalS3 local) {
    try (S3Client s3 = local.client()) {
      TimeSeriesSpec series = series(local.newBucket());
      new ParquetDay().archive(series, client, s3);
      ParquetSpec columns =
          ParquetSpec.of(new ParquetColumn("clicked", "at", ColumnType.TIMESTAMP_ISO));
      ParquetReport report = ParquetCopy.of(series, columns, "control", client, s3).run(DAY);
      System.out.printf(
          "parquet: %d items of %s, %s%n", report.items(), report.tableName(), report.state());
    }
  }

  private static TimeSeriesSpec series(String bucket) {
    CreateTableRequest template =
        CreateTableRequest.builder()
            .keySchema(key("page", KeyType.HASH), key("at", KeyType.RANGE))
            .attributeDefinitions(text("page"), text("at"))
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .build();
    return TimeSeriesSpec.builder("clicks")
        .time(ItemTime.iso("at"))
        .period(Period.DAY)
        .template(TableTemplate.of(template))
        .since(Instant.parse("2026-03-10T00:00:00Z"))
        .archive(ArchivePolicy.builder(BucketSpec.builder(bucket).build()).build())
        .build();
  }

  private void archive(TimeSeriesSpec series, DynamoDbClient client, S3Client s3) {
    TableLifecycle tables =
        TableLifecycle.builder(client)
            .s3(s3)
            .table(series)
            .controlTable("control")
            .virtualTime(() -> now, pause -> now = now.plus(pause))
            .build();
    tables.createControlTable();
    tables.run();
    for (String page : new String[] {"/", "/about", "/contact"}) {
      client.putItem(
          put ->
              put.tableName(DAY)
                  .item(
                      Map.of(
                          "page", AttributeValue.fromS(page),
                          "at", AttributeValue.fromS("2026-03-10T12:00:00Z"))));
    }
    now = now.plus(Duration.ofHours(14)); // no write comes any more
    tables.run();
    tables.run();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }
}
