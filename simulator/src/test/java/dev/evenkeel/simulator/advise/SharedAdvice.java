package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.S3Client;

/** A table of visits, and advice on it that several processes share. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SharedAdvice {
  static final String TABLE = "visits";
  static final int ITEMS = 2_000;

  final DynamoDbClient client;
  final S3Client s3;
  final BucketSpec bucket;
  private final AtomicInteger names = new AtomicInteger();

  SharedAdvice(LocalDynamoDb dynamoDb, LocalS3 local, S3Client s3) {
    this.client = dynamoDb.isolated().client();
    this.s3 = s3;
    this.bucket = BucketSpec.builder(local.newBucket()).prefix("advice/of visits/").build();
  }

  @BeforeAll
  void fill() {
    create(TABLE, "id", "at");
    create("empty", "id", "at");
    create("control", "pk", "sk");
    List<WriteRequest> batch = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      Map<String, AttributeValue> item =
          Map.of(
              "id", text(i % 4 == 0 ? "popular" : "visitor-" + i % 300),
              "at", text("%06d".formatted(i)),
              "country", text(i % 3 == 0 ? "FRA" : "USA"),
              "body", text("x".repeat(i % 500)));
      batch.add(WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build());
      if (batch.size() == 25) {
        List<WriteRequest> writes = List.copyOf(batch);
        client.batchWriteItem(write -> write.requestItems(Map.of(TABLE, writes)));
        batch.clear();
      }
    }
  }

  private void create(String table, String partitionKey, String sortKey) {
    client.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(key(partitionKey, "HASH"), key(sortKey, "RANGE"))
                .attributeDefinitions(
                    attribute(partitionKey), attribute(sortKey), attribute("country"))
                .globalSecondaryIndexes(
                    GlobalSecondaryIndex.builder()
                        .indexName("byCountry")
                        .keySchema(key("country", "HASH"))
                        .projection(projection -> projection.projectionType("KEYS_ONLY"))
                        .build()));
  }

  private static KeySchemaElement key(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  @AfterAll
  void close() {
    client.close();
  }

  SharedPass pass() {
    return SharedPass.of("control", "pass" + names.incrementAndGet()).segments(9).lanes(2);
  }

  SharedAdvisor advisor(DynamoDbClient used, long itemsMax, int haste) {
    return new SharedAdvisor(used, s3, bucket, TABLE, itemsMax, () -> System.nanoTime() * haste);
  }

  SharedAdvisor advisor() {
    return SharedAdvisor.of(client, s3, bucket, TABLE, 0);
  }

  void assertWhole(Optional<TableAdvice> advice) {
    TableAdvice alone = TableAdvisor.builder(client, TABLE).itemsMax(0).build().advise();
    assertThat(advice).isPresent();
    assertThat(advice.get().advice()).isEqualTo(alone.advice());
    assertThat(advice.get().sample().items()).isEqualTo(ITEMS);
    assertThat(advice.get().sample().whole()).isTrue();
    assertThat(advice.get().sample().segments()).isEqualTo(9);
    assertThat(advice.get().sample().segmentsEnded()).isEqualTo(9);
    assertThat(advice.get().sample().units()).isGreaterThan(50);
  }

  List<String> files(SharedPass pass) {
    return s3
        .listObjectsV2(list -> list.bucket(bucket.bucket()).prefix(bucket.fullKey(pass.name())))
        .contents()
        .stream()
        .map(object -> object.key())
        .toList();
  }

  /** A client that sees each request. */
  DynamoDbClient seeing(Consumer<Object> seen) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> {
              if (arguments != null && arguments.length > 0) {
                seen.accept(arguments[0]);
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
