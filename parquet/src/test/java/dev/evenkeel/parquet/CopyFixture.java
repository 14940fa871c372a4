package dev.evenkeel.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetColumn.ColumnType;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Object;

/** An archived day on DynamoDB Local and a bucket of the S3 server. */
final class CopyFixture {
  static final String DAY = "clicks_2026-03-10";
  static final String FOLDER = "old/parquet/clicks/data/period=2026-03-10/";
  static final String LIST = "old/parquet/clicks/athena/period=2026-03-10/symlink.txt";

  static final String DIGITS_38 = "12345678901234567890123456789012345678";
  static final ParquetSpec SPEC =
      ParquetSpec.of(
          new ParquetColumn("clicked", "at", ColumnType.TIMESTAMP_ISO),
          ParquetColumn.of("amount", ColumnType.decimal(38, 0)),
          ParquetColumn.of("hits", ColumnType.LONG),
          new ParquetColumn("device", "meta.device", ColumnType.STRING),
          ParquetColumn.of("body", ColumnType.BINARY),
          ParquetColumn.of("tags", ColumnType.JSON));

  final DynamoDbClient client;
  final S3Client s3;
  final String bucket;
  private Instant now = Instant.parse("2026-03-10T12:00:00Z");

  CopyFixture(LocalS3 local, DynamoDbClient client, S3Client s3) {
    this.client = client;
    this.s3 = s3;
    this.bucket = local.newBucket();
  }

  TimeSeriesSpec series() {
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
        .since(Instant.parse("2026-03-01T00:00:00Z"))
        .archive(
            ArchivePolicy.builder(BucketSpec.builder(bucket).prefix("old/").build())
                .segments(2)
                .build())
        .build();
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

  /** Builds the table of the day, fills and archives it. */
  void archive(List<Map<String, AttributeValue>> items) {
    TableLifecycle tables =
        TableLifecycle.builder(client)
            .s3(s3)
            .table(series())
            .controlTable("control")
            .virtualTime(() -> now, pause -> now = now.plus(pause))
            .build();
    tables.createControlTable();
    var built = tables.run();
    assertThat(built).isNotEmpty();
    items.forEach(item -> client.putItem(request -> request.tableName(DAY).item(item)));
    now = now.plus(Duration.ofHours(14));
    var retired = tables.run();
    assertThat(retired).isNotEmpty();
    var archived = tables.run();
    assertThat(archived).isNotEmpty();
    assertThat(tables.archives()).hasSize(1);
  }

  /** Every third item has a text where the others have a number. */
  private static Map<String, AttributeValue> item(int id, int padding) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("page", AttributeValue.fromS("page-" + id % 3));
    item.put("at", AttributeValue.fromS("2026-03-10T%02d:00:00.%06dZ".formatted(id % 24, id)));
    item.put("amount", AttributeValue.fromN(DIGITS_38));
    item.put("hits", id % 3 == 0 ? AttributeValue.fromS("many") : AttributeValue.fromN("" + id));
    item.put("meta", AttributeValue.fromM(Map.of("device", AttributeValue.fromS("d" + id))));
    item.put("body", AttributeValue.fromB(SdkBytes.fromUtf8String("b\u0000" + id)));
    item.put("tags", AttributeValue.fromSs(List.of("a", "b" + id)));
    item.put("pad", AttributeValue.fromS("\u00e4".repeat(padding)));
    return item;
  }

  static List<Map<String, AttributeValue>> items(int count, int padding) {
    return IntStream.range(0, count).mapToObj(id -> item(id, padding)).toList();
  }

  /** A client whose process may end before it writes an object. */
  S3Client watched(Consumer<String> beforeWrites) {
    return new DelegatingS3Client(s3) {
      @Override
      public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
        beforeWrites.accept(request.key());
        return super.putObject(request, body);
      }
    };
  }

  ParquetCopy copy(S3Client through, ParquetSpec spec) {
    return ParquetCopy.of(series(), spec, "control", client, through);
  }

  List<String> keys(String prefix) {
    return s3.listObjectsV2(request -> request.bucket(bucket).prefix(prefix)).contents().stream()
        .map(S3Object::key)
        .toList();
  }

  List<String> parts() {
    return keys(FOLDER).stream().filter(key -> key.endsWith(".parquet")).toList();
  }

  byte[] bytes(String key) {
    return s3.getObjectAsBytes(request -> request.bucket(bucket).key(key)).asByteArray();
  }

  void removeTables() {
    for (String name : client.listTables().tableNames()) {
      client.updateTable(r -> r.tableName(name).deletionProtectionEnabled(false));
      client.deleteTable(r -> r.tableName(name));
    }
  }
}
