package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.Simulations.LOG;
import static dev.evenkeel.testkit.control.Simulations.MINUTES;
import static dev.evenkeel.testkit.control.Simulations.describe;
import static dev.evenkeel.testkit.control.Simulations.onDemand;
import static dev.evenkeel.testkit.control.Simulations.provisioned;
import static dev.evenkeel.testkit.control.Simulations.simulator;
import static dev.evenkeel.testkit.control.Simulations.throughput;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.control.ControlEvent.Outcome;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

class ControlFaultsTest {
  private final ControlPlaneSimulator aws = simulator(MINUTES);

  private TableStatus status(DynamoDbClient client) {
    return describe(client, LOG).tableStatus();
  }

  @ParameterizedTest
  @EnumSource
  void answerLost_create_isAppliedAllTheSame(ClientKind tested) {
    DynamoDbClient client = tested.of(aws);
    aws.inject(ControlFault.answerLost().into("CreateTable").first(1));

    assertThatThrownBy(() -> client.createTable(provisioned(LOG)))
        .isInstanceOf(SdkClientException.class)
        .hasCauseInstanceOf(SocketException.class);

    assertThat(status(client)).isEqualTo(TableStatus.CREATING);
    assertThatThrownBy(() -> client.createTable(provisioned(LOG)))
        .isInstanceOf(ResourceInUseException.class);
    assertThat(aws.log().events())
        .extracting(ControlEvent::outcome)
        .containsExactly(Outcome.ANSWER_LOST, Outcome.REFUSED);
  }

  @ParameterizedTest
  @EnumSource
  void notReceived_create_isNotApplied(ClientKind tested) {
    DynamoDbClient client = tested.of(aws);
    aws.inject(ControlFault.notReceived().into("CreateTable").first(1));

    assertThatThrownBy(() -> client.createTable(provisioned(LOG)))
        .isInstanceOf(SdkClientException.class)
        .hasCauseInstanceOf(SocketException.class);

    assertThatThrownBy(() -> status(client)).isInstanceOf(ResourceNotFoundException.class);
    client.createTable(provisioned(LOG));
  }

  @Test
  void throttled_withProbability_strikesAShare() {
    aws.inject(ControlFault.throttled().into("ListTables").withProbability(0.3));
    DynamoDbClient client = aws.client();
    int throttled = 0;
    for (int i = 0; i < 1_000; i++) {
      try {
        client.listTables();
      } catch (ThrottlingException e) {
        throttled++;
      }
    }

    assertThat(throttled).isBetween(250, 350);
    assertThat(aws.checker().refusals("ThrottlingException")).hasSize(throttled);
    assertThat(aws.log().callCounts()).containsEntry("ListTables", 1_000L);
    aws.stopFaults();
    client.listTables();
  }

  @Test
  void stuck_update_endsWhenReleased() {
    DynamoDbClient client = aws.client();
    aws.adopt(provisioned(LOG));
    aws.inject(ControlFault.stuck().into("UpdateTable").onTables(LOG::equals).first(1));
    client.updateTable(throughput(LOG, 20, 20));

    aws.advance(Duration.ofDays(7));
    assertThat(status(client)).isEqualTo(TableStatus.UPDATING);
    aws.release(LOG);
    assertThat(status(client)).isEqualTo(TableStatus.ACTIVE);
    assertThatThrownBy(() -> aws.release(LOG)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void slow_update_takesLonger() {
    DynamoDbClient client = aws.client();
    aws.adopt(provisioned(LOG));
    aws.inject(ControlFault.slow(Duration.ofHours(2)));
    client.updateTable(throughput(LOG, 20, 20));

    aws.advance(Duration.ofHours(2));
    assertThat(status(client)).isEqualTo(TableStatus.UPDATING);
    aws.advance(Duration.ofMinutes(1));
    assertThat(status(client)).isEqualTo(TableStatus.ACTIVE);
  }

  @Test
  void release_workThatWouldEndByItself_endsOnce() {
    DynamoDbClient client = aws.client();
    client.createTable(provisioned(LOG));
    aws.release(LOG);
    aws.advance(Duration.ofMinutes(5));

    assertThat(aws.log().events()).extracting(ControlEvent::detail).containsExactly("", "ACTIVE");
  }

  @Test
  void lagging_describe_tellsThePast() {
    DynamoDbClient client = aws.client();
    aws.inject(ControlFault.lagging(Duration.ofMinutes(10)).into("DescribeTable"));
    client.createTable(provisioned(LOG));

    aws.advance(Duration.ofMinutes(9));
    assertThatThrownBy(() -> status(client)).isInstanceOf(ResourceNotFoundException.class);
    assertThat(client.listTables().tableNames()).containsExactly(LOG);
    aws.advance(Duration.ofMinutes(1));
    assertThat(status(client)).isEqualTo(TableStatus.CREATING);
    aws.advance(Duration.ofMinutes(1));
    assertThat(status(client)).isEqualTo(TableStatus.ACTIVE);
  }

  @Test
  void fault_onOtherTables_doesNotStrike() {
    DynamoDbClient client = aws.client();
    aws.inject(ControlFault.throttled().onTables(name -> name.startsWith("x")).nth(2));
    client.listTables();
    client.createTable(onDemand(LOG));
    client.createTable(onDemand("x-1"));

    assertThatThrownBy(() -> client.createTable(onDemand("x-2")))
        .isInstanceOf(ThrottlingException.class);
  }

  @Test
  void fault_intoWhatItCannotStrike_isRefused() {
    assertThatThrownBy(() -> ControlFault.stuck().into("ListTables"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ControlFault.throttled().into("PutItem"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ControlFault.lagging(Duration.ofDays(2)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** The error by which a test stops a process. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1;
  }

  @ParameterizedTest
  @EnumSource
  void hook_throwsBefore_nothingIsDone(ClientKind tested) {
    aws.hook(
        new ControlHook() {
          @Override
          public void before(ControlCall call) {
            throw new Crash();
          }
        });

    assertThatThrownBy(() -> tested.of(aws).createTable(provisioned(LOG)))
        .isInstanceOf(Crash.class);

    aws.unhook();
    assertThat(aws.client().listTables().tableNames()).isEmpty();
    assertThat(aws.log().events()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void hook_throwsAfter_itIsDone(ClientKind tested) {
    aws.hook(
        new ControlHook() {
          @Override
          public void after(ControlCall call) {
            throw new Crash();
          }
        });

    assertThatThrownBy(() -> tested.of(aws).createTable(provisioned(LOG)))
        .isInstanceOf(Crash.class);

    aws.unhook();
    assertThat(status(aws.client())).isEqualTo(TableStatus.CREATING);
  }

  @Test
  void hook_everyCall_isToldInOrderAndMayMoveTime() {
    List<String> calls = new ArrayList<>();
    aws.hook(
        new ControlHook() {
          @Override
          public void before(ControlCall call) {
            calls.add("before " + call.number() + " " + call.operation() + " " + call.table());
            aws.advance(Duration.ofMinutes(1));
          }

          @Override
          public void after(ControlCall call) {
            calls.add("after " + call.number() + (call.isChange() ? " change" : " read"));
          }
        });
    DynamoDbClient client = aws.client();

    client.createTable(provisioned(LOG));
    assertThat(status(client)).isEqualTo(TableStatus.ACTIVE);
    assertThatThrownBy(() -> client.createTable(provisioned(LOG)))
        .isInstanceOf(ResourceInUseException.class);

    assertThat(calls)
        .containsExactly(
            "before 1 CreateTable log",
            "after 1 change",
            "before 2 DescribeTable log",
            "after 2 read",
            "before 3 CreateTable log",
            "after 3 change");
  }
}
