package dev.evenkeel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Applications of users, as small as they can be. */
final class Applications {
  private Applications() {}

  /** Properties of a sharded table 'hits'. */
  static final String[] SHARDED_HITS = {
    "evenkeel.sharding[0].table-name=hits",
    "evenkeel.sharding[0].partition-key.name=day",
    "evenkeel.sharding[0].sort-key.name=at",
    "evenkeel.sharding[0].shards=4"
  };

  /** Properties of a cache for it, of which every item is popular. */
  static final String[] CACHED_HITS = {
    "evenkeel.caching[0].table-name=hits",
    "evenkeel.caching[0].partition-key.name=day",
    "evenkeel.caching[0].sort-key.name=at",
    "evenkeel.caching[0].popular.reads=1"
  };

  static final String[] SERIES_HITS = {
    "evenkeel.tables[0].table-name=hits",
    "evenkeel.tables[0].time.attribute=at",
    "evenkeel.tables[0].period=day",
    "evenkeel.tables[0].since=2026-11-01",
    "evenkeel.tables[0].template.partition-key.name=day",
    "evenkeel.tables[0].template.sort-key.name=at",
    "evenkeel.tables[0].template.global-indexes[0].index-name=by-page",
    "evenkeel.tables[0].template.global-indexes[0].partition-key.name=page"
  };

  /** The starter, and nothing that asks DynamoDB at start. */
  static ApplicationContextRunner starter() {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(EvenkeelAutoConfiguration.class))
        .withPropertyValues("evenkeel.verify-at-start=false");
  }

  /** The starter, with a client of each kind. */
  static ApplicationContextRunner starter(LocalDynamoDb local) {
    return starter()
        .withBean("dynamoDbClient", DynamoDbClient.class, () -> new Plain(local.client()))
        .withBean("dynamoDbAsyncClient", DynamoDbAsyncClient.class, local::asyncClient);
  }

  /** The application does not start, for a reason that is told of {@code evenkeel.clients}. */
  static void assertRefused(ApplicationContextRunner application, String reason) {
    assertRefused(application, "evenkeel.clients", reason);
  }

  /** The application does not start, for a reason that is told of a property. */
  static void assertRefused(ApplicationContextRunner application, String property, String reason) {
    application.run(
        context ->
            assertThat(context)
                .hasFailed()
                .getFailure()
                .rootCause()
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("'" + property + "'")
                .hasMessageContaining(reason));
  }

  /** The classes of a client and of those below it, outermost first. */
  static List<String> stack(Object client) {
    List<String> names = new ArrayList<>();
    Object at = client;
    while (at instanceof DelegatingDynamoDbClient decorator && !(at instanceof Plain)) {
      names.add(decorator.getClass().getSimpleName());
      at = decorator.delegate();
    }
    names.add(at.getClass().getSimpleName());
    return names;
  }

  /** A client of a user that counts how often it is closed. */
  static final class Plain extends DelegatingDynamoDbClient {
    int closed;

    Plain(DynamoDbClient client) {
      super(client);
    }

    @Override
    public void close() {
      closed++;
      delegate().close();
    }
  }

  /** Creates a table with keys of text. */
  static void createTable(DynamoDbClient client, String name, String partition, String sort) {
    client.createTable(
        create ->
            create
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(text(partition), text(sort))
                .keySchema(key(partition, KeyType.HASH), key(sort, KeyType.RANGE)));
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
