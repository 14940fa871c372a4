package dev.evenkeel.jobs.work;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

@ExtendWith(LocalDynamoDbExtension.class)
class NamedTablesTest {
  private static final Map<String, AttributeValue> KEY =
      Map.of("id", AttributeValue.fromS("secret"));

  @Tag("deep")
  @Test
  void aTable_thatIsNotThere_isNamedAndNoKeyIs(LocalDynamoDb server) {
    try (DynamoDbClient client =
        server
            .isolated()
            .clientBuilder()
            .httpClientBuilder(Apache5HttpClient.builder())
            .overrideConfiguration(all -> all.addExecutionInterceptor(new NamedTables()))
            .build()) {
      assertThatThrownBy(() -> client.getItem(r -> r.tableName("none").key(KEY)))
          .isInstanceOf(ResourceNotFoundException.class)
          .hasMessageContaining("(table none)")
          .hasMessageNotContaining("secret");
      KeysAndAttributes keys = KeysAndAttributes.builder().keys(List.of(KEY)).build();
      assertThatThrownBy(
              () -> client.batchGetItem(r -> r.requestItems(Map.of("one", keys, "two", keys))))
          .isInstanceOf(ResourceNotFoundException.class)
          .hasMessageContaining("(one of ");
    }
  }
}
