package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table of the control table's name that is none. */
@ExtendWith(LocalDynamoDbExtension.class)
class OtherControlTableTest {
  private final TwoSeries series;

  OtherControlTableTest(LocalDynamoDb server, @TempDir Path folder) throws IOException {
    series = new TwoSeries(server, folder);
  }

  @ParameterizedTest
  @CsvSource({"id, S, at, S", "pk, S, sk, N", "pk, N, sk, S", "sk, S, pk, S"})
  void commands_whereTheControlTableHasOtherKeys_areRefusedAndBuildNothing(
      String hash, ScalarAttributeType hashType, String range, ScalarAttributeType rangeType) {
    series.client.createTable(
        table ->
            table
                .tableName("evenkeel-control")
                .keySchema(
                    KeySchemaElement.builder().attributeName(hash).keyType("HASH").build(),
                    KeySchemaElement.builder().attributeName(range).keyType("RANGE").build())
                .attributeDefinitions(attribute(hash, hashType), attribute(range, rangeType))
                .billingMode("PAY_PER_REQUEST"));

    for (String command : new String[] {"plan", "status", "apply"}) {
      Result refused = series.run(command);
      assertThat(refused.code()).as(command).isEqualTo(1);
      assertThat(refused.err())
          .isEqualTo(
              "evenkeel: table 'evenkeel-control' is no control table: such a table has the keys 'pk' and 'sk', both of type S. Check 'controlTable' in %s.%n"
                  .formatted(series.config));
    }
    assertThat(series.tables()).containsExactly("evenkeel-control");
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }
}
