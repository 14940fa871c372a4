package dev.evenkeel.timeseries.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.control.ExportSimulator;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveLayout;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveObject;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveOrigin;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigester;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFile;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileName;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileReader;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileWriter;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestChecksum;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFile;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFiles;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestSummary;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.s3.S3Client;

/** The files as others read them, and the files of others as we read them. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ArchiveFilesTest {
  private static final Instant NOON = Instant.parse("2026-03-11T12:00:00Z");
  private static final String TABLE = "readings_2026-03-10";

  private final S3Client s3;
  private final LocalS3 local;
  private String bucket;

  ArchiveFilesTest(S3Client s3, LocalS3 local) {
    this.s3 = s3;
    this.local = local;
  }

  @BeforeEach
  void newBucket() {
    bucket = local.newBucket();
  }

  @Test
  void ours_anyItems_areReadByOthers() {
    List<Map<String, AttributeValue>> items = items(Gen.seeded(20260311, 30), 60);
    NativeExportReader reader = new NativeExportReader(s3, bucket, write(items));

    assertThat(reader.items()).containsExactlyInAnyOrderElementsOf(items);
    assertThat(reader.listedItems()).containsExactlyInAnyOrderElementsOf(items);
    assertThat(reader.summary().get("evenkeel").get("content").textValue())
        .isEqualTo(digest(items).text());
  }

  @Tag("deep")
  @Test
  void ours_withAFileTooMany_isRefusedByOthers() {
    String summary = write(items(Gen.seeded(7, 5), 4));
    String stray = ArchiveLayout.ofManifest(summary).dataFolder() + "stray.json.gz";
    put(stray, new DataFileWriter(1_000).finish().bytes().asByteArray());

    assertThatThrownBy(() -> new NativeExportReader(s3, bucket, summary).items())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("stray.json.gz");
  }

  @Tag("deep")
  @Test
  void native_exported_isReadByUsAndByOthers(DynamoDbClient dynamoDb) {
    List<Map<String, AttributeValue>> items = items(Gen.seeded(11, 30), 40);
    ExportSimulator aws =
        ExportSimulator.seeded(1).over(dynamoDb).into(s3).startingAt(NOON).build();
    String summaryKey = export(aws, items);

    assertThat(new NativeExportReader(s3, bucket, summaryKey).items()).hasSize(40);
    assertThat(read(summaryKey)).isEqualTo(digest(items));
  }

  private String export(ExportSimulator aws, List<Map<String, AttributeValue>> items) {
    DynamoDbClient client = aws.client();
    String arn = create(client);
    items.forEach(item -> client.putItem(request -> request.tableName(TABLE).item(item)));
    client.updateContinuousBackups(
        request ->
            request
                .tableName(TABLE)
                .pointInTimeRecoverySpecification(on -> on.pointInTimeRecoveryEnabled(true)));
    ExportDescription begun =
        client
            .exportTableToPointInTime(request -> request.tableArn(arn).s3Bucket(bucket))
            .exportDescription();
    aws.advance(Duration.ofMinutes(15));
    return client
        .describeExport(request -> request.exportArn(begun.exportArn()))
        .exportDescription()
        .exportManifest();
  }

  private static String create(DynamoDbClient client) {
    CreateTableRequest request =
        CreateTableRequest.builder()
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("pk")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .keySchema(KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build())
            .build();
    return client.createTable(request).tableDescription().tableArn();
  }

  /** Two data files, an empty one, and what belongs to them; returns the key of the summary. */
  private String write(List<Map<String, AttributeValue>> items) {
    ArchiveLayout layout = ArchiveLayout.of(NOON, 0x2d8752fd);
    put(layout.startedKey(), new byte[0]);
    int half = items.size() / 2;
    List<ManifestFile> listed = new ArrayList<>();
    ContentDigest content = ContentDigest.EMPTY;
    List<List<Map<String, AttributeValue>>> parts =
        List.of(items.subList(0, half), items.subList(half, items.size()), List.of());
    for (int segment = 0; segment < parts.size(); segment++) {
      DataFile file = file(parts.get(segment));
      String key = layout.dataKey(DataFileName.of(segment, 0, file));
      String etag = put(key, file.bytes().asByteArrayUnsafe());
      listed.add(
          new ManifestFile(
              key, file.itemCount(), file.md5(), etag, file.length(), file.sha256Hex()));
      content = content.plus(file.content());
    }
    ManifestFiles files = new ManifestFiles(listed);
    putWithChecksum(layout.filesKey(), files.bytes());
    putWithChecksum(layout.summaryKey(), summary(layout, content).bytes());
    return layout.summaryKey();
  }

  private static DataFile file(List<Map<String, AttributeValue>> items) {
    DataFileWriter writer = new DataFileWriter(1 << 20);
    items.forEach(writer::add);
    return writer.finish();
  }

  private ManifestSummary summary(ArchiveLayout layout, ContentDigest content) {
    return new ManifestSummary(
        "arn:aws:dynamodb:us-east-1:1:table/" + TABLE + "/export/" + layout.exportId(),
        NOON,
        NOON,
        "arn:aws:dynamodb:us-east-1:1:table/" + TABLE,
        null,
        NOON,
        bucket,
        null,
        null,
        null,
        layout.filesKey(),
        0,
        content.itemCount(),
        new ArchiveOrigin(
            ArchiveMethod.SCAN,
            TABLE,
            "readings",
            new TimeSpan(NOON.minusSeconds(86_400), NOON),
            KeySchema.of(KeyAttribute.ofString("pk")),
            content));
  }

  /** Reads an archive with the classes of the format alone, and checks all that they can. */
  private ContentDigest read(String summaryKey) {
    ArchiveLayout layout = ArchiveLayout.ofManifest(summaryKey);
    ArchiveObject files = object(layout.filesKey());
    byte[] summaryBytes = bytes(summaryKey);
    byte[] filesBytes = bytes(layout.filesKey());
    ManifestChecksum.require(
        object(summaryKey), summaryBytes, bytes(ArchiveLayout.checksumKey(summaryKey)));
    ManifestChecksum.require(
        files, filesBytes, bytes(ArchiveLayout.checksumKey(layout.filesKey())));
    ManifestFiles listed = ManifestFiles.read(files, filesBytes);
    ManifestSummary.read(object(summaryKey), summaryBytes).requireCountOf(files, listed);
    ContentDigester content = new ContentDigester();
    for (ManifestFile file : listed.files()) {
      try (DataFileReader reader = new DataFileReader(bucket, file)) {
        reader.feed(SdkBytes.fromByteArrayUnsafe(bytes(file.dataFileS3Key())));
        add(reader, content);
        reader.end();
        add(reader, content);
      }
    }
    return content.digest();
  }

  private static void add(DataFileReader reader, ContentDigester content) {
    Map<String, AttributeValue> item = reader.next();
    while (item != null) {
      content.add(item);
      item = reader.next();
    }
  }

  private ArchiveObject object(String key) {
    return new ArchiveObject(bucket, key);
  }

  private static List<Map<String, AttributeValue>> items(Gen gen, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> gen.item(Map.of("pk", AttributeValue.fromS("sensor-" + i))))
        .toList();
  }

  private static ContentDigest digest(List<Map<String, AttributeValue>> items) {
    ContentDigester digester = new ContentDigester();
    items.forEach(digester::add);
    return digester.digest();
  }

  private byte[] bytes(String key) {
    return s3.getObjectAsBytes(request -> request.bucket(bucket).key(key)).asByteArray();
  }

  private void putWithChecksum(String key, byte[] bytes) {
    put(key, bytes);
    put(ArchiveLayout.checksumKey(key), ManifestChecksum.of(bytes));
  }

  private String put(String key, byte[] bytes) {
    return s3.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromBytes(bytes))
        .eTag();
  }
}
