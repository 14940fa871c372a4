package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.jobs.iam.Rights;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Advice that several processes share, under the policy that is printed for it. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class GrantedAdviceTest {
  private final CommandRunner typed;
  private final DynamoDbClient client;
  private final String bucket;

  GrantedAdviceTest(LocalDynamoDb server, LocalS3 s3) {
    LocalDynamoDb own = server.isolated();
    this.typed = CommandRunner.on(own, s3);
    this.client = own.client();
    this.bucket = s3.newBucket();
    create("orders", "id", "at");
    create("jobs", "pk", "sk");
    for (int at = 0; at < 20; at++) {
      Map<String, AttributeValue> item =
          Map.of("id", AttributeValue.fromS("a"), "at", AttributeValue.fromS("t" + at));
      client.putItem(put -> put.tableName("orders").item(item));
    }
  }

  private void create(String table, String partitionKey, String sortKey) {
    client.createTable(
        TableFixture.named(table)
            .partitionKey(partitionKey, ScalarAttributeType.S)
            .sortKey(sortKey, ScalarAttributeType.S)
            .request());
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void adviceAsAJob_needsNoMoreThanThePolicyGrants() {
    Policy policy =
        new Policy(List.of())
            .advising(List.of("orders"), Rights.ACCOUNT)
            .advisingByJobs("jobs", SharedAdviceOptions.files(bucket, "advice"), Rights.ACCOUNT);
    typed.calls.granting(policy.statements());
    String job = " --job advice --control-table jobs";
    String advise = "advise --table orders --items 0 --cut 3 --prefix advice/ --bucket " + bucket;

    typed.onEnding(Runnable::run);
    assertThat(run(advise + job).out()).contains("0 of 3 segments are done");
    typed.onEnding(ending -> {});
    assertThat(run("work" + job).out()).contains("3 of 3 segments are done, 20 items are read");
    assertThat(run(advise + job).out()).contains("Partition keys:");
    assertThat(run(advise + job + " --forget").out()).startsWith("Job 'advice' is forgotten.");

    assertThat(typed.calls.refused()).isEmpty();
    Rights.check(policy, typed.calls.sent(), Set.of());
  }

  private Result run(String line) {
    return typed.run(line.split(" "));
  }
}
