package dev.evenkeel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** The server in another JVM. */
class LocalDynamoDbServerTest {

  @Test
  void startProcess_twoNamespaces_servesUntilClosed() {
    LocalDynamoDb local = LocalDynamoDb.startProcess("-XX:TieredStopAtLevel=1");
    try (DynamoDbClient client = LocalDynamoDb.at(local.endpoint()).client();
        DynamoDbClient other = local.isolated().client()) {
      client.createTable(
          table ->
              table
                  .tableName("Things")
                  .attributeDefinitions(
                      AttributeDefinition.builder().attributeName("id").attributeType("S").build())
                  .keySchema(KeySchemaElement.builder().attributeName("id").keyType("HASH").build())
                  .billingMode("PAY_PER_REQUEST"));

      assertThat(client.listTables().tableNames()).containsExactly("Things");
      assertThat(other.listTables().tableNames()).isEmpty();

      local.close();

      assertThatThrownBy(client::listTables).isInstanceOf(SdkClientException.class);
    }
  }
}
