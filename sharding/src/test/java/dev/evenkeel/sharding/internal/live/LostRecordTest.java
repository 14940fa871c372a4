package dev.evenkeel.sharding.internal.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** A record that is deleted right after a step has written it: no first one is made of that. */
@ExtendWith(LocalDynamoDbExtension.class)
class LostRecordTest {
  private static final String CONTROL = "evenkeel-layouts";
  private static final LayoutRecord FIRST = LayoutRecord.first("spec");

  private final DynamoDbClient control;
  private final LayoutTable table = new LayoutTable(CONTROL, "clicks", () -> Instant.EPOCH);
  private final Sender<Object> sends;
  private int puts;

  LostRecordTest(LocalDynamoDb server) {
    control = server.isolated().client();
    sends = Sender.sync(control, Sender.nothingElse());
    try (LayoutStore store = LayoutStore.builder(control).build()) {
      store.createTable();
    }
  }

  @AfterEach
  void close() {
    control.close();
  }

  private <R> R run(Flow<R> flow) {
    return SyncRunner.create()
        .run(
            flow,
            request -> {
              Object answer = request instanceof Pause ? Done.DONE : sends.send(request);
              if (request instanceof TableCall<?> call
                  && call.request() instanceof PutItemRequest) {
                puts++;
                control.deleteItem(
                    one ->
                        one.tableName(CONTROL)
                            .key(LayoutTable.key(table.partition(), LayoutTable.RECORD)));
              }
              return answer;
            },
            Deadline.NONE);
  }

  private void assertLost(Flow<?> step) {
    assertThatThrownBy(() -> run(step))
        .isInstanceOf(LayoutUnknownException.class)
        .hasMessageContaining("was deleted or set back while this step went on");
    assertThat(puts).isEqualTo(1);
    assertThat(run(table.read(FIRST))).isEqualTo(FIRST);
  }

  @Test
  void raised_recordIsLostMeanwhile_writesNoFirstOne() {
    assertLost(
        new CountRaise(table, LayoutTimes.DEFAULT, FIRST, "items", 2, 4, Flow.done())
            .raised(FIRST));
  }

  @Test
  void prepared_recordIsLostMeanwhile_writesNoFirstOne() {
    Change change = new Change(AttributeValue.fromS("hot"), Pieces.shards(1), 4);
    assertLost(change(change).prepared(FIRST));
  }

  /** Between the look at the record and the step: the record of then is known. */
  @Test
  void prepared_recordThatIsKnownIsLost_writesNothing() {
    LayoutRecord known = FIRST.ready("control").readyAndDrained();
    Change change = new Change(AttributeValue.fromS("hot"), Pieces.shards(1), 4);
    assertThatThrownBy(() -> run(change(change).prepared(known)))
        .isInstanceOf(LayoutUnknownException.class);
    assertThatThrownBy(
            () ->
                run(
                    new CountRaise(table, LayoutTimes.DEFAULT, FIRST, "items", 2, 4, Flow.done())
                        .raised(known)))
        .isInstanceOf(LayoutUnknownException.class);
    assertThat(puts).isZero();
  }

  private LayoutChange change(Change change) {
    return new LayoutChange(
        table,
        LayoutTimes.DEFAULT,
        FIRST,
        change,
        under -> Flow.of(new From(null)),
        System::nanoTime,
        ModelStore::inOneRegion);
  }
}
