package dev.evenkeel.simulator.internal.plan.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.TableSpec;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

class DescribedTablesTest {
  /** DynamoDB Local reports none. */
  @Test
  void warmThroughput_isThatOfTheTableAndOfEachIndex() {
    KeySchemaElement key =
        KeySchemaElement.builder().attributeName("k").keyType(KeyType.HASH).build();
    TableDescription described =
        TableDescription.builder()
            .tableName("warm")
            .tableArn("arn")
            .keySchema(key)
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("k")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .billingModeSummary(mode -> mode.billingMode(BillingMode.PAY_PER_REQUEST))
            .warmThroughput(warm -> warm.readUnitsPerSecond(30_000L).writeUnitsPerSecond(1L))
            .globalSecondaryIndexes(
                GlobalSecondaryIndexDescription.builder()
                    .indexName("by-k")
                    .keySchema(key)
                    .projection(all -> all.projectionType(ProjectionType.ALL))
                    .warmThroughput(warm -> warm.writeUnitsPerSecond(9_000L))
                    .build())
            .build();

    TableSpec spec = DescribedTables.of(described, null).spec();

    assertThat(spec.capacity()).isEqualTo(Capacity.onDemand().warmedFor(30_000, 4_000));
    assertThat(spec.indexes().get(0).capacity())
        .isEqualTo(Capacity.onDemand().warmedFor(12_000, 9_000));
  }
}
