package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** Tables that are made through the client fit its spec, or are refused before they are made. */
@ExtendWith(LocalDynamoDbExtension.class)
class TableRequestTest {
  private DynamoDbClient plain;
  private DynamoDbClient client;

  @BeforeEach
  void open(LocalDynamoDb local) {
    plain = local.isolated().client();
    ChunkingSpec spec =
        ChunkingSpec.builder("Docs")
            .partitionKey("id")
            .sortKey("at")
            .attribute("body", AttributePolicy.chunked())
            .chunkTable("Chunks")
            .intentTable("Intents")
            .build();
    client = ChunkingDynamoDbClient.builder(plain).table(spec).build();
  }

  @AfterEach
  void close() {
    plain.close();
  }

  private static CreateTableRequest.Builder table(String... key) {
    return CreateTableRequest.builder()
        .tableName("Docs")
        .billingMode("PAY_PER_REQUEST")
        .keySchema(key(key))
        .attributeDefinitions(
            List.of("id", "at", "body", "owner").stream()
                .map(
                    name ->
                        AttributeDefinition.builder()
                            .attributeName(name)
                            .attributeType("S")
                            .build())
                .toList());
  }

  private static List<KeySchemaElement> key(String... names) {
    return IntStream.range(0, names.length)
        .mapToObj(
            i ->
                KeySchemaElement.builder()
                    .attributeName(names[i])
                    .keyType(i == 0 ? KeyType.HASH : KeyType.RANGE)
                    .build())
        .toList();
  }

  private static GlobalSecondaryIndex index(Projection projection, String... key) {
    return GlobalSecondaryIndex.builder()
        .indexName("byOwner")
        .keySchema(key(key))
        .projection(projection)
        .build();
  }

  private static Projection all() {
    return Projection.builder().projectionType(ProjectionType.ALL).build();
  }

  private void refused(CreateTableRequest request, String... words) {
    assertThatThrownBy(() -> client.createTable(request))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContainingAll(words);
    assertThat(plain.listTables().tableNames()).isEmpty();
  }

  @Test
  void createTable_indexKeyedByALargeAttribute_isRefused() {
    refused(
        table("id", "at").globalSecondaryIndexes(index(all(), "body")).build(),
        "'body' is a key of global index 'byOwner'");
    refused(
        table("id", "at")
            .localSecondaryIndexes(
                LocalSecondaryIndex.builder()
                    .indexName("byBody")
                    .keySchema(key("id", "body"))
                    .projection(all())
                    .build())
            .build(),
        "'body' is a key of local index 'byBody'");
  }

  @Test
  void createTable_anotherKeyThanTheSpecs_isRefused() {
    refused(table("id").build(), "the spec says");
    refused(table("body", "at").build(), "'body' is a key of the table");
  }

  @Test
  void createTable_indexWithoutTheMarker_isRefused() {
    Projection value =
        Projection.builder()
            .projectionType(ProjectionType.INCLUDE)
            .nonKeyAttributes("body")
            .build();

    refused(
        table("id", "at").globalSecondaryIndexes(index(value, "owner")).build(), "'evenkeel.body'");
  }

  @Test
  void createTable_whatFits_isMadeAndLaterChangesAreLookedAt() {
    CreateTableRequest fits =
        table("id", "at")
            .attributeDefinitions(
                AttributeDefinition.builder().attributeName("id").attributeType("S").build(),
                AttributeDefinition.builder().attributeName("at").attributeType("S").build())
            .build();
    client.createTable(fits);

    assertThatThrownBy(
            () ->
                client.updateTable(
                    update ->
                        update
                            .tableName("Docs")
                            .attributeDefinitions(
                                AttributeDefinition.builder()
                                    .attributeName("body")
                                    .attributeType("S")
                                    .build())
                            .globalSecondaryIndexUpdates(
                                GlobalSecondaryIndexUpdate.builder()
                                    .create(
                                        create ->
                                            create
                                                .indexName("byBody")
                                                .keySchema(key("body"))
                                                .projection(all()))
                                    .build())))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'body' is a key of global index 'byBody'");
    assertThatThrownBy(
            () ->
                client.updateTimeToLive(
                    update ->
                        update
                            .tableName("Docs")
                            .timeToLiveSpecification(
                                ttl -> ttl.attributeName("body").enabled(true))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("would never expire");
    client.updateTimeToLive(
        update ->
            update
                .tableName("Docs")
                .timeToLiveSpecification(ttl -> ttl.attributeName("expires").enabled(true)));
  }

  @Test
  void createTable_ofAnotherTable_isNotLookedAt() {
    client.createTable(
        table("body")
            .tableName("Other")
            .attributeDefinitions(
                AttributeDefinition.builder().attributeName("body").attributeType("S").build())
            .build());
  }
}
