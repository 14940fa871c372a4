package dev.evenkeel.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.UnknownTables;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** Tables that change while a request is under way. */
@ExtendWith(LocalDynamoDbExtension.class)
class ChangedTablesTest {
  private final SimulatedPartitions partitions =
      SimulatedPartitions.builder()
          .clock(MovableClock.at(Instant.EPOCH))
          .unknownTables(UnknownTables.DESCRIBE)
          .build();
  private final DynamoDbClient local;

  ChangedTablesTest(DynamoDbClient local) {
    this.local = local;
  }

  /** Lets a table take five writes a second, behind the first answer of an operation. */
  private final class Changing extends DelegatingDynamoDbClient {
    private final String table;
    private String behind;

    Changing(String table, String behind) {
      super(local);
      this.table = table;
      this.behind = behind;
    }

    private <R> R change(String operation, R answer) {
      if (operation.equals(behind)) {
        behind = "";
        partitions
            .wrap(local)
            .updateTable(
                update ->
                    update
                        .tableName(table)
                        .onDemandThroughput(
                            max -> max.maxReadRequestUnits(5L).maxWriteRequestUnits(5L)));
      }
      return answer;
    }

    @Override
    public DescribeTableResponse describeTable(DescribeTableRequest request) {
      return change("describe", delegate().describeTable(request));
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
      return change("read", delegate().batchGetItem(request));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"describe", "read"})
  void table_thatChangesUnderARequest_isTheNewOneForTheNext(String behind) {
    Events.create(local, behind);
    DynamoDbClient client = partitions.wrap(new Changing(behind, behind));

    int accepted = 0;
    for (int at = 0; at < 8; at++) {
      accepted += isAccepted(client, behind, at) ? 1 : 0;
    }

    assertThat(accepted).isEqualTo(1 + 5);
  }

  private static boolean isAccepted(DynamoDbClient client, String table, int at) {
    try {
      client.putItem(put -> put.tableName(table).item(Events.item("d", at)));
      return true;
    } catch (ThrottlingException e) {
      return false;
    }
  }
}
