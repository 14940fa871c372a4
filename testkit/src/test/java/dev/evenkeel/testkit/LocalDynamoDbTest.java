package dev.evenkeel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class LocalDynamoDbTest {
  @Test
  void start_freshServer_hasNoTables() {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        var client = local.client()) {
      assertThat(client.listTables().tableNames()).isEmpty();
    }
  }

  @Test
  void isolated_twoNamespaces_seeOnlyTheirOwnTables() {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        LocalDynamoDb one = local.isolated();
        LocalDynamoDb other = local.isolated();
        DynamoDbClient client = one.client();
        DynamoDbClient stranger = other.client();
        DynamoDbClient owner = local.client()) {
      Tables.create(client, "orders");

      assertThat(client.listTables().tableNames()).containsExactly("orders");
      assertThat(stranger.listTables().tableNames()).isEmpty();
      assertThat(owner.listTables().tableNames()).isEmpty();
    }
  }

  @Test
  void close_namespace_leavesTheServerUp() {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        var client = local.asyncClient()) {
      local.isolated().close();

      assertThat(client.listTables().join().tableNames()).isEmpty();
    }
  }

  @Test
  void close_namespace_itsTablesAndThoseOfNamespacesMadeFromItAreForgotten() {
    try (LocalDynamoDb local = LocalDynamoDb.start(Engine.IN_PROCESS);
        LocalDynamoDb other = local.isolated();
        DynamoDbClient stranger = other.client()) {
      LocalDynamoDb one = local.isolated();
      try (DynamoDbClient client = one.client();
          DynamoDbClient inner = one.isolated().client()) {
        List<DynamoDbClient> all = List.of(client, inner, stranger);
        all.forEach(each -> Tables.create(each, "orders"));

        one.close();

        assertThat(client.listTables().tableNames()).isEmpty();
        assertThat(inner.listTables().tableNames()).isEmpty();
        assertThat(stranger.listTables().tableNames()).containsExactly("orders");
      }
    }
  }

  @Test
  void startOn_portTaken_saysSoInsteadOfPretendingToRun() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      assertThatThrownBy(() -> InProcessDynamoDb.startOn(taken.getLocalPort()))
          .isInstanceOf(IOException.class)
          .hasRootCauseInstanceOf(BindException.class);
    }
  }
}
