package dev.evenkeel.timeseries.internal.plan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What a run tells of the workers that it waits for. */
@ExtendWith(LocalDynamoDbExtension.class)
class SharedLookTest {
  private static final String UNASKED =
      "workers of job 'nightly' were not asked yet how many segments they have ";

  private static final String FAR = "workers of job 'nightly' have verified 0 of 4 segments";
  private static final String DESERTED =
      "; no worker reports on it now: they may be at other work of the job; start workers if there"
          + " are none, and where one has failed, its output says why";

  private final SharedLook look = new SharedLook("nightly");
  private final PassRun pass =
      new SharedScans("clicks", "export", 3, null).checking(SharedPass.of("control", "nightly"));
  private DynamoDbClient client;

  @BeforeEach
  void createControlTable(LocalDynamoDb local) {
    client = local.isolated().client();
    client.createTable(
        TableFixture.named("control")
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.S)
            .request());
  }

  @AfterEach
  void close() {
    client.close();
  }

  private void look(int times) {
    AtomicInteger left = new AtomicInteger(times);
    Function<Request<?>, Object> send = Sender.sync(client, Sender.nothingElse())::send;
    WorkTotal total =
        SyncRunner.create()
            .run(
                pass.begun()
                    .then(done -> look.at(pass, () -> Flow.of(left.decrementAndGet() == 0))),
                request -> request instanceof Pause ? Done.DONE : send.apply(request),
                Deadline.NONE);
    assertThat(total.isDone()).isFalse();
  }

  @Test
  void standing_beforeTheWorkersOfAPassWereAsked_saysSo() {
    assertThat(look.standing("written")).isEqualTo(UNASKED + "written");

    look(1);

    assertThat(look.standing("verified")).startsWith(FAR);
    look.forget();
    assertThat(look.standing("verified")).isEqualTo(UNASKED + "verified");
  }

  @Test
  void standing_noWorkerOrNoneThatReports_saysSo() {
    look(5);
    assertThat(look.standing("verified")).isEqualTo(FAR);
    look(6);
    assertThat(look.standing("verified")).isEqualTo(FAR + DESERTED);

    report();
    look(1);
    assertThat(look.standing("verified")).isEqualTo(FAR);
    look(15);
    assertThat(look.standing("verified")).isEqualTo(FAR + DESERTED);
  }

  @Test
  void standing_throttlesSlowTheWorkers_saysHowMuch() {
    look(1);
    report();
    client.updateItem(
        update ->
            update
                .tableName("control")
                .key(Map.of("pk", job().get("pk"), "sk", job().get("sk")))
                .updateExpression("SET pace = :pace, rate = :rate")
                .expressionAttributeValues(
                    Map.of(
                        ":pace", AttributeValue.fromN("1200"),
                        ":rate", AttributeValue.fromN("27.4"))));

    look(1);

    assertThat(look.standing("verified"))
        .isEqualTo(FAR + "; throttles slow it to 27 units a second");
  }

  private Map<String, AttributeValue> job() {
    return client.scan(scan -> scan.tableName("control")).items().stream()
        .filter(item -> item.get("sk").s().equals("job"))
        .findFirst()
        .orElseThrow();
  }

  private void report() {
    String rows = job().get("pk").s() + "#" + job().get("run").s();
    client.putItem(
        put ->
            put.tableName("control")
                .item(
                    Map.of(
                        "pk", AttributeValue.fromS(rows),
                        "sk", AttributeValue.fromS("worker#1"),
                        "host", AttributeValue.fromS("here"),
                        "beat", AttributeValue.fromN("1"),
                        "used", AttributeValue.fromN("5"),
                        "waited", AttributeValue.fromBool(false),
                        "throttled", AttributeValue.fromBool(false))));
  }
}
