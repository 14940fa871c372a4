package dev.evenkeel.core.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class TableScopeTest {
  /** A client as dependency injection makes it, whose scope is not active. */
  private static <C> C outOfScope(Class<C> type) {
    return type.cast(
        Proxy.newProxyInstance(
            TableScopeTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              throw new IllegalStateException("no scope");
            }));
  }

  @Test
  void configuration_ofAClientThatCannotTell_isUnknown() {
    DynamoDbClient client = outOfScope(DynamoDbClient.class);
    assertThat(TableScope.of(client)).isEqualTo(new TableScope(null, null));
    assertThat(TableScope.of(outOfScope(DynamoDbAsyncClient.class)))
        .isEqualTo(new TableScope(null, null));
    assertThat(Deadline.Timeouts.of(client::serviceClientConfiguration)).isNotNull();
  }
}
