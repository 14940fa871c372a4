package dev.evenkeel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@ExtendWith(LocalDynamoDbExtension.class)
class LocalDynamoDbLifecycleTest {
  private static final Set<URI> ENDPOINTS = new HashSet<>();
  private static final Set<DynamoDbClient> CLIENTS = new HashSet<>();

  @BeforeEach
  void forget() {
    ENDPOINTS.clear();
    CLIENTS.clear();
  }

  /** Where JUnit closes no AutoCloseables it is as it was before 5.13. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void extension_twoClasses_oneServerTwoNamespacesAllClosedAtTheEnd(boolean autoCloseables) {
    EngineTestKit.engine("junit-jupiter")
        .configurationParameter(
            "junit.jupiter.extensions.store.close.autocloseable.enabled",
            Boolean.toString(autoCloseables))
        .selectors(selectClass(First.class), selectClass(Second.class))
        .execute()
        .testEvents()
        .assertStatistics(events -> events.succeeded(2));

    assertThat(ENDPOINTS).hasSize(1);
    assertThat(CLIENTS)
        .hasSize(2)
        .allSatisfy(
            client ->
                assertThatThrownBy(client::listTables)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("shut down"));
  }

  private static void createOrders(LocalDynamoDb local, DynamoDbClient client) {
    ENDPOINTS.add(local.endpoint());
    CLIENTS.add(client);
    Tables.create(client, "orders");
  }

  @ExtendWith(LocalDynamoDbExtension.class)
  static final class First {
    @Test
    void create(LocalDynamoDb local, DynamoDbClient client) {
      createOrders(local, client);
    }
  }

  @ExtendWith(LocalDynamoDbExtension.class)
  static final class Second {
    @Test
    void create(LocalDynamoDb local, DynamoDbClient client) {
      createOrders(local, client);
    }
  }
}
