package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Commands on a layout that wait for 20 minutes, and are asked to end. */
class BrokenOffTest extends LayoutRuns {
  private static final String READY =
      "' was asked to end before it was done. Table 'clicks' is READY: its clients keep rows in the control table, which costs. Run the command again, or end that with 'evenkeel layout settle'.";

  BrokenOffTest(LocalDynamoDb server) {
    super(server);
    late = "20m";
  }

  private Result ended(String state, Supplier<Result> command) throws Exception {
    return ended(() -> layout("show").out().contains("clicks: " + state), command);
  }

  private Result ended(BooleanSupplier waits, Supplier<Result> command) throws Exception {
    CompletableFuture<Result> run = CompletableFuture.supplyAsync(command);
    while (!waits.getAsBoolean()) {
      assertThat(run).isNotDone();
      Thread.sleep(20);
    }
    Thread.sleep(500); // until it waits
    typed.end();
    Result ended = run.get(5, TimeUnit.SECONDS);
    assertThat(ended.code()).as("%s", ended).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    return ended;
  }

  @Test
  void readyAndAddPiece_askedToEnd_sayThatTheTableStaysReady() throws Exception {
    store();
    assertThat(ended("READY", () -> layout("ready")).err())
        .endsWith("evenkeel: 'evenkeel layout ready" + READY + "\n");
    assertThat(layout("settle").code()).isZero();
    String[] piece = {"--key", "home", "--to", "4", "--apply", "--wait"};
    assertThat(ended("READY", () -> layout("add-piece", piece)).err())
        .endsWith("evenkeel: 'evenkeel layout add-piece" + READY + "\n");
    assertThat(layout("abort").out()).contains("clicks: READY");
  }

  @Test
  void raise_askedToEnd_saysThatWritersHaveNotTheNewCount() throws Exception {
    store();
    String raise =
        "layout raise --table clicks --partition-key page --sort-key at --shards 2 --drawn RANDOM"
            + " --to 4 --apply --lease 20m";

    Map<String, AttributeValue> record =
        Map.of("pk", AttributeValue.fromS("clicks#layout"), "sk", AttributeValue.fromS("record"));

    Result ended =
        ended(
            () -> plain.getItem(get -> get.tableName("evenkeel-layouts").key(record)).hasItem(),
            () -> typed.run(raise.split(" ")));

    assertThat(ended.err())
        .endsWith(
            "evenkeel: 'evenkeel layout raise' was asked to end before it was done. Table 'clicks' is SETTLED: readers have the new count, and writers have not. Run the command again.\n");
    Result other = typed.run(raise.replace("--to 4 --apply", "--to 8").split(" "));
    assertThat(other.code()).isEqualTo(1);
    assertThat(other.err()).hasLineCount(1).contains("A raise to 4 is not complete.");
  }

  @Test
  void start_askedToEnd_saysThatTheMoveIsAnnounced() throws Exception {
    store();
    click(plain, "home", 1);
    String start =
        "reshard start --table clicks --partition-key page --sort-key at --all-keys --to 4"
            + " --without-clients --apply --lease 3s --late 20m";

    Result ended = ended("ANNOUNCED", () -> typed.run(start.split(" ")));

    assertThat(ended.err())
        .endsWith(
            "evenkeel: 'evenkeel reshard start' was asked to end before it was done. Table 'clicks' is ANNOUNCED: the move is announced. Run the command again to go on, or give the move up with 'evenkeel layout abort'.\n");
    assertThat(layout("abort").out())
        .startsWith("The change is given up. Clients stay registered, which costs:")
        .contains("clicks: READY");
  }

  /** A read of a socket takes no note of an interrupt, and neither does this one. */
  @Tag("deep")
  @ParameterizedTest
  @CsvSource({
    "true, A write may be applied yet. Look with",
    "false, It has written nothing. Try again when"
  })
  void workThatDoesNotEnd_isLeftAlone(boolean writes, String written) {
    CompletableFuture<Object> never = new CompletableFuture<>();
    Termination atOnce = Runnable::run;

    assertThatThrownBy(
            () ->
                BrokenOff.whenAsked(atOnce, "layout raise", writes, TABLE, never::join, () -> null))
        .isInstanceOf(JobException.class)
        .hasMessageStartingWith("'evenkeel layout raise' was asked to end while a request on")
        .hasMessageContaining("table 'clicks' or its record had no answer. " + written);
  }

  @Tag("deep")
  @Test
  void run_askedToEndWhileARequestHangs_isLeftAloneAndCanBeRepeated() throws Exception {
    late = "1s";
    store();
    for (int at = 0; at < 30; at++) {
      click(plain, "home", at);
    }
    assertThat(reshard(typed, "start --key home --to 4 --without-clients --apply").code()).isZero();
    CompletableFuture<Object> hangs = new CompletableFuture<>();
    CompletableFuture<TransactWriteItemsResponse> answer = new CompletableFuture<>();
    CommandRunner hanging =
        CommandRunner.on(
            new DelegatingDynamoDbClient(guarded) {
              @Override
              public TransactWriteItemsResponse transactWriteItems(
                  TransactWriteItemsRequest request) {
                boolean isCopy =
                    request.transactItems().stream()
                        .anyMatch(
                            item -> item.put() != null && item.put().tableName().equals(TABLE));
                if (!isCopy) {
                  return super.transactWriteItems(request);
                }
                hangs.complete(request);
                return answer.join();
              }

              @Override
              public void close() {
                // the test does
              }
            });
    CompletableFuture<Result> run = CompletableFuture.supplyAsync(() -> reshard(hanging, "run"));
    hangs.get(10, TimeUnit.SECONDS);
    hanging.end();

    Result ended = run.get(40, TimeUnit.SECONDS);

    assertThat(ended.code()).as("%s", ended).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .endsWith(
            "evenkeel: reshard run was asked to end, and a request has no answer. What it has saved counts. Others take over what it held, about 30 seconds from now. Run the command again to go on.\n");
    answer.completeExceptionally(new IllegalStateException("its process ends")); // or it reports
    assertThat(reshard(typed, "run").code()).isZero();
    assertThat(reshard(typed, "verify").out()).startsWith("Proved");
  }

  private Result reshard(CommandRunner runner, String command) {
    String spec = " --table clicks --partition-key page --sort-key at --lease 3s --late 1s";
    return runner.run(("reshard " + command + spec).split(" "));
  }
}
