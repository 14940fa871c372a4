package dev.evenkeel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@ExtendWith(LocalDynamoDbExtension.class)
class LocalDynamoDbExtensionTest {
  private final LocalDynamoDb injected;

  LocalDynamoDbExtensionTest(LocalDynamoDb injected) {
    this.injected = injected;
  }

  @BeforeAll
  static void createTable(DynamoDbClient client) {
    Tables.create(client, "orders");
  }

  @Test
  void resolveParameter_syncAndAsync_shareTheTablesOfTheClass(
      DynamoDbClient client, DynamoDbAsyncClient asyncClient) {
    assertThat(client.listTables().tableNames()).containsExactly("orders");
    assertThat(asyncClient.listTables().join().tableNames()).containsExactly("orders");
  }

  @Test
  void resolveParameter_sameClass_sameNamespace(LocalDynamoDb local) {
    assertThat(local).isSameAs(injected);
  }

  @Nested
  class InNestedClass {
    @Test
    void resolveParameter_nestedClass_sharesTheNamespace(LocalDynamoDb local) {
      assertThat(local).isSameAs(injected);
    }
  }
}
