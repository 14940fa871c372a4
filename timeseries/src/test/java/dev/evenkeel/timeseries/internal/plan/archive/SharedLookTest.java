package dev.evenkeel.timeseries.internal.plan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What a run tells of the workers that it waits for. */
@ExtendWith(LocalDynamoDbExtension.class)
class SharedLookTest {
  private static final String UNASKED =
      "workers of job 'nightly' were not asked yet how many segments they have ";

  @Test
  void standing_beforeTheWorkersOfAPassWereAsked_saysSo(LocalDynamoDb local) {
    SharedLook look = new SharedLook("nightly");
    assertThat(look.standing("written")).isEqualTo(UNASKED + "written");

    try (DynamoDbClient client = local.isolated().client()) {
      client.createTable(
          TableFixture.named("control")
              .partitionKey("pk", ScalarAttributeType.S)
              .sortKey("sk", ScalarAttributeType.S)
              .request());
      PassRun pass =
          new SharedScans("clicks", "export", 3, null)
              .checking(SharedPass.of("control", "nightly"));
      Flow<WorkTotal> asked = pass.begun().then(done -> look.at(pass, () -> Flow.of(true)));
      WorkTotal total =
          SyncRunner.create().run(asked, Sender.sync(client, Sender.nothingElse()), Deadline.NONE);
      assertThat(total.isDone()).isFalse();
    }
    assertThat(look.standing("verified"))
        .isEqualTo("workers of job 'nightly' have verified 0 of 4 segments");
    look.forget();
    assertThat(look.standing("verified")).isEqualTo(UNASKED + "verified");
  }
}
