package dev.evenkeel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LocalDynamoDbTest {
  @Test
  void start_freshServer_hasNoTables() {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        var client = local.client()) {
      assertThat(client.listTables().tableNames()).isEmpty();
    }
  }
}
