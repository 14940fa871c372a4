package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The override configuration of one request, credentials for example, is used for all its
 * sub-requests.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallerOverridesTest {
  private static final AwsRequestOverrideConfiguration MINE =
      AwsRequestOverrideConfiguration.builder().putHeader("x-who", "me").build();

  private Fixture fixture;
  private List<ClientUnderTest> clients;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    clients = fixture.clients(fixture.spec().build());
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  Stream<ClientUnderTest> clients() {
    return clients.stream();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void write_withOverrides_sendsAllRequestsWithThem(ClientUnderTest tested) {
    List<DynamoDbRequest> writes =
        List.of(
            put(3000),
            put(3100),
            put(3100),
            update(3200),
            batch(3300),
            transact(3400),
            batch(1),
            put(3500),
            put(1),
            put(3600),
            DeleteItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(Fixture.key("who", 1))
                .overrideConfiguration(MINE)
                .build());
    for (DynamoDbRequest write : writes) {
      fixture.sent.look();
      tested.call(write);
      requireMine();
    }
    assertThat(fixture.stored(Fixture.DOCS)).isEmpty();
  }

  @Test
  void putStreamed_withOverrides_sendsAllRequestsWithThem() {
    ChunkingDynamoDbClient client =
        ChunkingDynamoDbClient.builder(fixture.plain)
            .s3(fixture.s3)
            .table(fixture.spec().build())
            .build();
    PutItemRequest put =
        PutItemRequest.builder()
            .tableName(Fixture.DOCS)
            .item(Fixture.key("streamed", 1))
            .overrideConfiguration(MINE)
            .build();
    fixture.sent.look();

    client.largeValues().putBinary(put, "body", noise(5000).b().asInputStream());

    requireMine();
  }

  private void requireMine() {
    List<DynamoDbRequest> sent =
        fixture.sent.seen().stream()
            .filter(DynamoDbRequest.class::isInstance)
            .map(DynamoDbRequest.class::cast)
            .toList();
    assertThat(sent)
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.overrideConfiguration()).contains(MINE));
  }

  private static AttributeValue noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return AttributeValue.fromB(SdkBytes.fromByteArray(noise));
  }

  private static Map<String, AttributeValue> item(int bytes) {
    Map<String, AttributeValue> item = new HashMap<>(Fixture.key("who", 1));
    item.put("body", noise(bytes));
    return item;
  }

  private static PutItemRequest put(int bytes) {
    return PutItemRequest.builder()
        .tableName(Fixture.DOCS)
        .item(item(bytes))
        .overrideConfiguration(MINE)
        .build();
  }

  private static UpdateItemRequest update(int bytes) {
    return UpdateItemRequest.builder()
        .tableName(Fixture.DOCS)
        .key(Fixture.key("who", 1))
        .updateExpression("SET body = :b")
        .expressionAttributeValues(Map.of(":b", noise(bytes)))
        .returnValues("ALL_NEW")
        .overrideConfiguration(MINE)
        .build();
  }

  private static BatchWriteItemRequest batch(int bytes) {
    WriteRequest write =
        WriteRequest.builder().putRequest(PutRequest.builder().item(item(bytes)).build()).build();
    return BatchWriteItemRequest.builder()
        .requestItems(Map.of(Fixture.DOCS, List.of(write)))
        .overrideConfiguration(MINE)
        .build();
  }

  private static TransactWriteItemsRequest transact(int bytes) {
    TransactWriteItem put =
        TransactWriteItem.builder()
            .put(one -> one.tableName(Fixture.DOCS).item(item(bytes)))
            .build();
    return TransactWriteItemsRequest.builder()
        .transactItems(put)
        .overrideConfiguration(MINE)
        .build();
  }
}
