package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TableAdvisorTest {
  private static final String TABLE = "invoices";
  private static final int ITEMS = 1_000;

  private final DynamoDbClient client;

  TableAdvisorTest(LocalDynamoDb local) {
    this.client = local.isolated().client();
  }

  @BeforeAll
  void fill() {
    client.createTable(
        table ->
            table
                .tableName(TABLE)
                .billingMode("PAY_PER_REQUEST")
                .keySchema(key("id", "HASH"))
                .attributeDefinitions(attribute("id"), attribute("country"))
                .globalSecondaryIndexes(
                    GlobalSecondaryIndex.builder()
                        .indexName("byCountry")
                        .keySchema(key("country", "HASH"), key("id", "RANGE"))
                        .projection(projection -> projection.projectionType("KEYS_ONLY"))
                        .build()));
    List<WriteRequest> batch = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      Map<String, AttributeValue> item =
          Map.of(
              "id",
              AttributeValue.fromS("txid#" + (1_111_111 + i)),
              "country",
              AttributeValue.fromS(i % 3 == 0 ? "FRA" : "USA"));
      batch.add(WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build());
      if (batch.size() == 25) {
        List<WriteRequest> writes = List.copyOf(batch);
        client.batchWriteItem(write -> write.requestItems(Map.of(TABLE, writes)));
        batch.clear();
      }
    }
  }

  @AfterAll
  void close() {
    client.close();
  }

  @Test
  void advise_onAWholeTable_seesKeysAndIndexes() {
    AtomicLong progress = new AtomicLong();
    TableAdvice advice =
        TableAdvisor.builder(client, TABLE)
            .itemsMax(0)
            .progress(progress::addAndGet)
            .build()
            .advise();

    assertThat(advice.sample().items()).isEqualTo(ITEMS);
    assertThat(advice.sample().whole()).isTrue();
    assertThat(progress).hasValue(ITEMS);
    assertThat(advice.advice().findings())
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.UNEVEN_INDEX, Finding.Kind.SEQUENCE_KEYS);
    assertThat(advice.advice().findings().get(0).cure()).contains("multiAttribute(");
    assertThat(advice.advice().findings().get(1).seen())
        .startsWith("keys end with numbers that fill ");
  }

  @Test
  void advise_onAPart_stopsAfterIt() {
    TableAdvice advice = TableAdvisor.builder(client, TABLE).itemsMax(320).build().advise();

    assertThat(advice.sample().items()).isBetween(320L, 640L);
    assertThat(advice.sample().whole()).isFalse();
    assertThat(advice.sample().tableItems()).isEqualTo(ITEMS);
  }

  @Test
  void advise_onNoTable_failsAsDynamoDbDoes() {
    TableAdvisor none = TableAdvisor.builder(client, "none").build();

    assertThatThrownBy(none::advise).isInstanceOf(ResourceNotFoundException.class);
  }

  private static KeySchemaElement key(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }
}
