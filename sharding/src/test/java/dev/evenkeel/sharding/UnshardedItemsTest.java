package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Items that a table held before it had a spec are hidden, and that is said once. */
@ExtendWith(LocalDynamoDbExtension.class)
class UnshardedItemsTest {
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(4).build();

  private final List<SdkRequest> sent = new CopyOnWriteArrayList<>();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(ShardingDynamoDbClient.class);
  private LocalDynamoDb local;
  private DynamoDbClient plain;

  @BeforeEach
  void begin(LocalDynamoDb shared) {
    local = shared.isolated();
    plain = local.client();
    PhysicalTables.create(plain, SPEC);
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void end() {
    logger.detachAppender(log);
  }

  private static Map<String, AttributeValue> item(String day) {
    return Map.of("day", AttributeValue.fromS(day), "at", AttributeValue.fromS("1"));
  }

  private int requestsOf(ClientUnderTest client, String day) {
    sent.clear();
    client.call(
        QueryRequest.builder()
            .tableName("hits")
            .keyConditionExpression("#d = :d")
            .expressionAttributeNames(Map.of("#d", "day"))
            .expressionAttributeValues(Map.of(":d", AttributeValue.fromS(day)))
            .build());
    return sent.size();
  }

  private List<String> warnings() {
    return log.list.stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(text -> text.startsWith("Table 'hits'"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void query_thatFindsNothingOfAKeyWithPlainItems_warnsOnce(Kind kind) {
    plain.putItem(r -> r.tableName("hits").item(item("secret")));
    try (ClientUnderTest client = ShardedClients.open(kind, local, sent::add, SPEC)) {
      assertThat(requestsOf(client, "secret")).isEqualTo(5);
      assertThat(warnings()).hasSize(1);
      assertThat(warnings().get(0)).contains("4 shards", "doctor").doesNotContain("secret");
      assertThat(requestsOf(client, "secret")).isEqualTo(4);
      assertThat(warnings()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void query_thatFindsNothing_looksTenTimesAtMost(Kind kind) {
    try (ClientUnderTest client = ShardedClients.open(kind, local, sent::add, SPEC)) {
      for (int i = 0; i < 10; i++) {
        assertThat(requestsOf(client, "none" + i)).isEqualTo(5);
      }
      assertThat(requestsOf(client, "none")).isEqualTo(4);
      assertThat(warnings()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void query_thatFindsSomething_looksNowhere(Kind kind) {
    try (ClientUnderTest client = ShardedClients.open(kind, local, sent::add, SPEC)) {
      client.call(PutItemRequest.builder().tableName("hits").item(item("d")).build());
      assertThat(requestsOf(client, "d")).isEqualTo(4);
    }
  }
}
