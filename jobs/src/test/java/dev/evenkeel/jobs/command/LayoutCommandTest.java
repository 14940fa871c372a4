package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** The states of a layout, and counts that are raised. */
class LayoutCommandTest extends LayoutRuns {
  private final AtomicInteger looks = new AtomicInteger();
  private final CommandRunner counting;

  LayoutCommandTest(LocalDynamoDb server) {
    super(server);
    counting =
        CommandRunner.on(
            new DelegatingDynamoDbClient(plain) {
              @Override
              public QueryResponse query(QueryRequest request) {
                if (request.expressionAttributeValues().containsKey(":clients")) {
                  looks.incrementAndGet();
                }
                return super.query(request);
              }

              @Override
              public void close() {
                // others use it
              }
            });
  }

  @Test
  void readySettleAndAbort_changeTheState() {
    client();
    Result ready = layout("ready");

    assertThat(ready.code()).as(ready.err()).isZero();
    assertThat(ready.err())
        .isEqualTo("layout ready: waits 4s, until every client has registered\n");
    assertThat(ready.out()).startsWith("The next change takes seconds.\nclicks: READY, ");
    Result again = layout("ready", "-o", "json");
    assertThat(again.err()).isEmpty();
    assertThat(again.json().path("state").asText()).isEqualTo("ready");
    assertThat(again.json().path("everybodyRegistered").asBoolean()).isTrue();
    Result clients = layout("clients");
    assertThat(clients.out()).contains("CLIENT", "pid " + ProcessHandle.current().pid());
    assertThat(layout("clients", "-o", "json").json().path("clients").path(0).path("waitedFor"))
        .hasToString("false");
    String here = layout("clients", "-o", "json").json().at("/clients/0/where").asText();
    assertThat(layout("ready", "--expect", here).code()).as(here).isZero();
    String[] piece = {"--key", "home", "--to", "4", "--apply", "--expect", here};
    Result added = layout("add-piece", piece);
    assertThat(added.code()).as(added.err()).isZero();
    assertThat(layout("abort").out()).startsWith("No change was under way.\nclicks: READY");
    assertThat(layout("settle").out()).contains("clicks: SETTLED");
  }

  @Test
  void readyAsADryRun_showsWhatTheFirstRecordWouldSay() throws IOException {
    lease = "1s";
    store();
    late = "20m";
    Result plan = layout("ready", "--dry-run", "--separator", "~");

    assertThat(plan.code()).as(plan.err()).isZero();
    assertThat(plan.err()).isEmpty();
    Golden.check("layout-ready-dry-run.txt", plan.out());
    JsonNode json = layout("ready", "--dry-run", "-o", "json").json();
    assertThat(json.at("/spec/layoutId").asText())
        .isEqualTo("page:S|at:S|1[]|hash:at|.|SUFFIX|0/0");
    assertThat(json.at("/spec/lateSeconds").asInt()).isEqualTo(1200);
    assertThat(json.path("secondsUntilReady").asInt()).isEqualTo(1201);
    assertThat(plain.scan(scan -> scan.tableName(LAYOUTS)).items()).isEmpty();
    assertThat(layout("ready", "--dry-run", "--expect", "web-1").err())
        .hasLineCount(1)
        .contains("Leave --dry-run out");
    late = "0s";
    assertThat(layout("ready").code()).isZero();
    assertThat(layout("ready", "--dry-run").out())
        .startsWith("clicks: READY, version 3.")
        .contains("THE RECORD SAYS")
        .endsWith("The table is ready: nothing would be done.\n");
    assertThat(layout("ready", "--dry-run", "--separator", "~").err())
        .hasLineCount(1)
        .contains("it was made for '.', and this spec says '~'");
  }

  @Tag("deep")
  @Test
  void raise_ofDrawnShardsAndCounters_isToldThenMade() {
    store();
    for (String what : List.of("--drawn RANDOM --sort-key at", "--counters --sort-key at")) {
      looks.set(0);
      Result plan = raise(what, "4");
      assertThat(looks).as("each of 16 keys twice: there is no record").hasValue(32);
      assertThat(plan.code()).as(plan.err()).isZero();
      assertThat(plan.out()).startsWith("Readers would get 4 shards at once, and writers 4s later");
      Result raised = raise(what, "4", "--apply");
      assertThat(looks).as("by the plan, the warning and the raise").hasValue(32 + 48);
      assertThat(raised.code()).as(raised.err()).isZero();
      assertThat(raised.out())
          .startsWith("Readers and writers have 4 shards.")
          .contains("Shards of items were raised: 2, 4.");
      assertThat(raise(what, "4").out()).startsWith("Readers and writers have 4 shards.");
      for (String[] more : new String[][] {{}, {"--apply"}}) {
        Result lower = raise(what, "3", more);
        assertThat(lower.code()).isEqualTo(1);
        assertThat(lower.err()).hasLineCount(1).contains("The count is 4 already");
      }
      plain.deleteItem(
          delete ->
              delete
                  .tableName(LAYOUTS)
                  .key(
                      Map.of(
                          "pk", AttributeValue.fromS(TABLE + "#layout"),
                          "sk", AttributeValue.fromS("record"))));
    }
    assertThat(raise("", "4").err()).contains("--drawn", "--counters");
    Result mistyped = raise("--drawn RANDOM --sort-key att", "4");
    assertThat(mistyped.code()).isEqualTo(1);
    assertThat(mistyped.err()).hasLineCount(1).contains("its key is page (S), at (S)");
  }

  private Result raise(String what, String to, String... more) {
    List<String> line = new ArrayList<>(List.of("layout", "raise", "--table", TABLE));
    line.addAll(List.of("--partition-key", "page", "--shards", "2", "--to", to));
    line.addAll(List.of("--lease", lease, "--late", late));
    line.addAll(what.isEmpty() ? List.of() : List.of(what.split(" ")));
    line.addAll(List.of(more));
    return counting.run(line.toArray(String[]::new));
  }
}
