package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Writes that are made, and cannot return what they should: a value outside is lost. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReturnValuesTest {
  private Fixture fixture;
  private List<ClientUnderTest> clients;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    clients = fixture.clients(fixture.spec().build());
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  private static AttributeValue noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return AttributeValue.fromB(SdkBytes.fromByteArray(noise));
  }

  /** A write that returns the lost value. */
  enum Writing {
    PUT_SMALL,
    PUT_LARGE,
    UPDATE_ALL_OLD,
    UPDATE_ALL_NEW,
    UPDATE_UPDATED_OLD,
    DELETE;

    DynamoDbRequest of(Map<String, AttributeValue> key) {
      Map<String, AttributeValue> item = new HashMap<>(key);
      item.put("note", AttributeValue.fromS("written"));
      if (this == PUT_LARGE) {
        item.put("image", noise(2000));
      }
      return switch (this) {
        case PUT_SMALL, PUT_LARGE ->
            PutItemRequest.builder()
                .tableName(Fixture.DOCS)
                .item(item)
                .returnValues(ReturnValue.ALL_OLD)
                .build();
        case UPDATE_ALL_OLD -> update(key, "SET note = :w", ReturnValue.ALL_OLD);
        case UPDATE_ALL_NEW -> update(key, "SET note = :w", ReturnValue.ALL_NEW);
        case UPDATE_UPDATED_OLD ->
            update(key, "SET note = :w REMOVE body", ReturnValue.UPDATED_OLD);
        case DELETE ->
            DeleteItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(key)
                .returnValues(ReturnValue.ALL_OLD)
                .build();
      };
    }

    private static DynamoDbRequest update(
        Map<String, AttributeValue> key, String update, ReturnValue wanted) {
      return UpdateItemRequest.builder()
          .tableName(Fixture.DOCS)
          .key(key)
          .updateExpression(update)
          .expressionAttributeValues(Map.of(":w", AttributeValue.fromS("written")))
          .returnValues(wanted)
          .build();
    }
  }

  List<Arguments> writings() {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : clients) {
      for (Writing writing : Writing.values()) {
        all.add(Arguments.of(client, writing));
      }
    }
    return all;
  }

  /** An item whose value is gone. */
  private Map<String, AttributeValue> torn(ClientUnderTest client) {
    Map<String, AttributeValue> key = Fixture.key("item" + items++, 1);
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("body", noise(2000));
    client.call(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());
    fixture.stored(Fixture.CHUNKS).stream()
        .map(row -> Map.of("Id", row.get("Id")))
        .forEach(row -> fixture.plain.deleteItem(d -> d.tableName(Fixture.CHUNKS).key(row)));
    return key;
  }

  @Tag("deep")
  @ParameterizedTest(name = "{1}")
  @MethodSource("writings")
  void write_returnsWhatIsLost_saysThatItWasMade(ClientUnderTest client, Writing writing) {
    Map<String, AttributeValue> key = torn(client);

    assertThatThrownBy(() -> client.call(writing.of(key)))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.RETURN_VALUES)
        .hasMessageContainingAll("on 'Docs' was made", "Attribute 'body'", "Do not repeat")
        .cause()
        .hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);

    Map<String, AttributeValue> now =
        fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(key)).item();
    if (writing == Writing.DELETE) {
      assertThat(now).isEmpty();
    } else {
      assertThat(now).containsEntry("note", AttributeValue.fromS("written"));
    }
  }

  List<ClientUnderTest> clients() {
    return clients;
  }

  /**
   * A failed condition is reported as one, with the failure that kept its item from being shown.
   */
  @ParameterizedTest
  @MethodSource("clients")
  void write_conditionFailsAndTheItemIsLost_isAFailedCondition(ClientUnderTest client) {
    Map<String, AttributeValue> key = torn(client);

    assertThatThrownBy(
            () ->
                client.call(
                    DeleteItemRequest.builder()
                        .tableName(Fixture.DOCS)
                        .key(key)
                        .conditionExpression("attribute_not_exists(id)")
                        .returnValuesOnConditionCheckFailure(
                            ReturnValuesOnConditionCheckFailure.ALL_OLD)
                        .build()))
        .isInstanceOfSatisfying(
            ConditionalCheckFailedException.class,
            failed -> {
              assertThat(failed.hasItem()).isFalse();
              assertThat(failed.getSuppressed())
                  .singleElement()
                  .hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
            });
  }

  @ParameterizedTest
  @MethodSource("clients")
  void transaction_conditionFailsAndTheItemIsLost_isCancelledWithoutIt(ClientUnderTest client) {
    Map<String, AttributeValue> key = torn(client);

    assertThatThrownBy(
            () ->
                client.call(
                    TransactWriteItemsRequest.builder()
                        .transactItems(
                            TransactWriteItem.builder()
                                .delete(
                                    delete ->
                                        delete
                                            .tableName(Fixture.DOCS)
                                            .key(key)
                                            .conditionExpression("attribute_not_exists(id)")
                                            .returnValuesOnConditionCheckFailure(
                                                ReturnValuesOnConditionCheckFailure.ALL_OLD))
                                .build())
                        .build()))
        .isInstanceOfSatisfying(
            TransactionCanceledException.class,
            canceled ->
                assertThat(canceled.cancellationReasons())
                    .singleElement()
                    .satisfies(
                        reason -> {
                          assertThat(reason.code()).isEqualTo("ConditionalCheckFailed");
                          assertThat(reason.hasItem()).isFalse();
                        }));
  }
}
