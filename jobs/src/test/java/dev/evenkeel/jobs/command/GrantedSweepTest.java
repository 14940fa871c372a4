package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.iam.Rights;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Request;

/**
 * Every kind of write dies before each of its requests; then sweeps run under a client that refuses
 * whatever the printed policy does not grant.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class GrantedSweepTest {
  private static final String CONFIGURATION =
      """
      chunking:
        - tableName: replies
          partitionKey: {name: Id}
          attributes: {Message: CHUNKS, Picture: OBJECT}
          chunkTable: {tableName: reply-chunks}
          bucket: {bucket: BUCKET, prefix: live, kmsKeyId: 11111111-2222-3333-4444-555555555555}
          intentTable: {tableName: reply-intents}
          grace: 15m
      """;

  private static final Map<String, AttributeValue> KEY = Map.of("Id", AttributeValue.fromS("1"));

  /** Each with a stream's content; none is read where there is no stream. */
  private static final List<Consumer<ChunkingDynamoDbClient>> WRITES =
      List.of(
          client -> client.putItem(put -> put.tableName("replies").item(item())),
          client ->
              client.updateItem(
                  update ->
                      update
                          .tableName("replies")
                          .key(KEY)
                          .updateExpression("SET Message = :m")
                          .expressionAttributeValues(Map.of(":m", noise(30_000)))),
          client ->
              client.batchWriteItem(
                  batch ->
                      batch.requestItems(
                          Map.of(
                              "replies",
                              List.of(
                                  WriteRequest.builder()
                                      .putRequest(PutRequest.builder().item(item()).build())
                                      .build())))),
          client ->
              client.transactWriteItems(
                  all ->
                      all.transactItems(
                          List.of(
                              TransactWriteItem.builder()
                                  .put(put -> put.tableName("replies").item(item()))
                                  .build()))),
          client -> client.largeValues().putBinary(put(), "Message", stream(600_000)),
          client -> client.largeValues().putBinary(put(), "Picture", stream(9_000_000)),
          client -> client.deleteItem(delete -> delete.tableName("replies").key(KEY)));

  @TempDir private Path folder;

  private static PutItemRequest put() {
    return PutItemRequest.builder().tableName("replies").item(KEY).build();
  }

  private static Map<String, AttributeValue> item() {
    return Map.of(
        "Id", AttributeValue.fromS("1"), "Message", noise(30_000), "Picture", noise(20_000));
  }

  private static AttributeValue noise(int length) {
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes(length)));
  }

  private static InputStream stream(int length) {
    return new ByteArrayInputStream(bytes(length));
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static void create(DynamoDbClient client, String table, String... keys) {
    client.createTable(
        request -> {
          request.tableName(table).billingMode("PAY_PER_REQUEST");
          request.keySchema(
              List.of(keys).stream()
                  .map(key -> key.split(":"))
                  .map(key -> KeySchemaElement.builder().attributeName(key[0]).keyType(key[2]))
                  .map(KeySchemaElement.Builder::build)
                  .toList());
          request.attributeDefinitions(
              List.of(keys).stream()
                  .map(key -> key.split(":"))
                  .map(k -> AttributeDefinition.builder().attributeName(k[0]).attributeType(k[1]))
                  .map(AttributeDefinition.Builder::build)
                  .toList());
        });
  }

  /** Counts down to the request before which the process dies, and stays dead. */
  private static final class Death {
    private int left;

    Death(int requests) {
      left = requests;
    }

    synchronized void come() {
      if (left-- <= 0) {
        throw new AssertionError("killed");
      }
    }

    boolean came() {
      return left < 0;
    }
  }

  private static ChunkingDynamoDbClient mortal(
      ChunkingSpec spec, DynamoDbClient dynamodb, S3Client s3, Death death) {
    DynamoDbClient dying =
        new DelegatingDynamoDbClient(dynamodb) {
          @Override
          protected <T extends DynamoDbRequest, R> R invokeOperation(
              T request, Function<T, R> operation) {
            death.come();
            return operation.apply(request);
          }
        };
    S3Client dyingS3 =
        new DelegatingS3Client(s3) {
          @Override
          protected <T extends S3Request, R> R invokeOperation(
              T request, Function<T, R> operation) {
            death.come();
            return operation.apply(request);
          }
        };
    return ChunkingDynamoDbClient.builder(dying).s3(dyingS3).table(spec).build();
  }

  /** Dies before the first request, then before the second, until it is done. */
  private static void crash(
      Consumer<ChunkingDynamoDbClient> write,
      ChunkingSpec spec,
      DynamoDbClient dynamodb,
      S3Client s3) {
    Death death;
    int requests = 0;
    do {
      death = new Death(requests++);
      try {
        write.accept(mortal(spec, dynamodb, s3, death));
      } catch (AssertionError | RuntimeException dead) {
        assertThat(death.came()).as("%s", dead).isTrue();
      }
    } while (death.came());
  }

  private Result swept(CommandRunner typed, Path config, String... more) {
    typed.now = typed.now.plus(Duration.ofHours(1));
    String[] arguments = new String[more.length + 4];
    System.arraycopy(
        new String[] {"sweep", "-c", config.toString(), "--delete"}, 0, arguments, 0, 4);
    System.arraycopy(more, 0, arguments, 4, more.length);
    Result result = typed.run(arguments);
    assertThat(result.code()).as("%s", result).isZero();
    return result;
  }

  @Tag("deep")
  @Test
  void sweeps_afterCrashesOfEveryWrite_needNoMoreThanThePolicyGrants(
      LocalDynamoDb server, LocalS3 objects) throws IOException {
    LocalDynamoDb own = server.isolated();
    DynamoDbClient plain = own.client();
    S3Client s3 = objects.client();
    String bucket = objects.newBucket();
    Path config = folder.resolve("evenkeel.yaml");
    Files.writeString(config, CONFIGURATION.replace("BUCKET", bucket));
    Configuration configuration = ConfigurationReader.read(config);
    create(plain, "replies", "Id:S:HASH");
    create(plain, "reply-chunks", "Id:S:HASH");
    create(plain, "reply-intents", "Bucket:N:HASH", "Due:S:RANGE");
    ChunkingSpec spec = configuration.chunking().get(0);
    WRITES.forEach(write -> crash(write, spec, plain, s3));
    WRITES.get(0).accept(mortal(spec, plain, s3, new Death(Integer.MAX_VALUE)));
    plain.deleteItem(delete -> delete.tableName("replies").key(KEY));

    CommandRunner typed = CommandRunner.on(own, objects);
    typed.now = Instant.now();
    typed.calls.under(configuration);
    swept(typed, config);
    assertThat(typed.run("sweep", "-c", config.toString(), "--take-ownership").code()).isZero();
    assertThat(typed.run("sweep", "-c", config.toString(), "--deep").out())
        .contains("reply-chunks, scan", "notes of what goes, and their removal  2 write units");
    swept(typed, config, "--deep");
    swept(typed, config);

    assertThat(typed.calls.refused()).isEmpty();
    Rights.check(configuration, typed.calls.sent(), Set.of());
    assertThat(plain.scan(scan -> scan.tableName("reply-chunks")).count()).isZero();
    assertThat(plain.scan(scan -> scan.tableName("reply-intents")).count()).isZero();
    assertThat(s3.listObjectsV2(list -> list.bucket(bucket)).keyCount()).isEqualTo(1);
    assertThat(s3.listMultipartUploads(list -> list.bucket(bucket)).uploads()).isEmpty();
  }
}
