package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Deep sweeps: whole, in slices, and as jobs. */
class DeepSweepCommandTest extends SweepRuns {
  private static final Condition<String> NOTES =
      new Condition<>(what -> what.startsWith("notes of what goes"), "notes");

  /** Another application's values may be there. */
  @Test
  void deepSweep_ofValuesThatNobodyOwns_isRefusedWithTheCommandThatHelps() {
    s3.deleteObject(delete -> delete.bucket(bucket).key("live/v1/replies/owner"));

    Result refused = run("--deep", "--delete");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("their owner is not recorded", "evenkeel sweep --take-ownership");
    assertThat(run("--take-ownership", "--deep").err()).contains("all that is done");
  }

  @Test
  void deepSweep_inSlices_goesOnWhereItStoppedAndFindsTheRest() throws IOException {
    String cursor = folder.resolve("cursor.json").toString();
    run("--delete");
    int runs = 0;
    Result slice;
    do {
      slice = run("--deep", "--delete", "--cursor-file", cursor, "--for", "0s", "-o", "json");
      assertThat(slice.code()).isZero();
      assertThat(slice.json().path("steps").asInt()).isEqualTo(1);
      assertThat(Files.exists(Path.of(cursor)))
          .isNotEqualTo(slice.json().path("through").asBoolean());
      runs++;
    } while (!slice.json().path("through").asBoolean());

    assertThat(runs).isGreaterThan(1);
    typed.now = typed.now.plus(Duration.ofHours(1));
    assertThat(run("--delete", "-o", "json").json().path("payloads").path("chunkedRemoved").asInt())
        .isEqualTo(1);
    assertThat(objects()).isEqualTo(2);
    assertLiveItemsAreWhole();
  }

  @Test
  void deepSweep_asAJobOfThreeWorkers_findsWhatIsThere() {
    run("--delete");
    assertThat(run("--deep", "--delete", "--job", "deep").err()).contains("--control-table");
    assertThat(work("deep").err()).contains("'evenkeel-jobs', which has a partition key pk");
    create("evenkeel-jobs", "pk", "S", "sk", "S");
    assertThat(work("deep").out()).isEqualTo("No job 'deep' is under way: nothing to do.\n");
    Result stopped = deepJob("--for", "0s");
    assertThat(stopped.code()).isEqualTo(1);
    assertThat(stopped.out()).contains("Job 'deep': 0 of 8 segments", "Not through yet");

    List<Result> workers =
        List.of("0", "1").parallelStream().map(index -> work("deep", "--index", index)).toList();
    Result whole = deepJob();

    assertThat(workers).allMatch(result -> result.code() == 0);
    assertThat(workers.get(1).json().path("worker").asInt()).isEqualTo(1);
    assertThat(workers.get(1).json().path("done").asBoolean()).isTrue();
    assertThat(whole.code()).isZero();
    assertThat(whole.out()).contains("objects noted for removal           1", "Everything was");
    typed.now = typed.now.plus(Duration.ofHours(1));
    long before = chunks();
    assertThat(run("--delete").code()).isZero();
    assertThat(chunks()).isEqualTo(before / 3 * 2);
    assertThat(objects()).isEqualTo(2);
    assertLiveItemsAreWhole();
    assertThat(deepJob("--forget").out()).startsWith("Job 'deep' is forgotten.");
    assertThat(work("deep").out()).contains("nothing to do");
    assertThat(work("deep", "--index", "1").json().path("underWay").asBoolean(true)).isFalse();
  }

  private Result deepJob(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("--deep", "--delete", "--job", "deep", "--control-table", "evenkeel-jobs"));
    arguments.addAll(List.of("--cut", "6"));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private Result work(String job, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("work", "-c", config.toString(), "--job", job));
    arguments.addAll(List.of("--control-table", "evenkeel-jobs"));
    arguments.addAll(List.of(more));
    if (more.length > 0) {
      arguments.addAll(List.of("-o", "json"));
    }
    return typed.run(arguments.toArray(String[]::new));
  }

  /** Whoever begins or shares it knows what it reads before it does. */
  @Tag("deep")
  @Test
  void deepSweep_inAnyWay_tellsItsCostsBeforeItReads() throws IOException {
    create("evenkeel-jobs", "pk", "S", "sk", "S");
    String cursor = folder.resolve("cursor.json").toString();
    List<String> job = List.of("--deep", "--control-table", "evenkeel-jobs", "--job");
    for (List<String> way :
        List.of(
            Stream.concat(job.stream(), Stream.of("dry")).toList(),
            List.of("--deep", "--cursor-file", cursor, "--delete"),
            Stream.concat(job.stream(), Stream.of("real", "--delete")).toList())) {
      Result swept =
          run(Stream.concat(way.stream(), Stream.of("-o", "json")).toArray(String[]::new));

      assertThat(swept.code()).as("%s", way).isZero();
      assertThat(swept.err())
          .as("%s", way)
          .startsWith("sweep: reads everything. Costs: under 0.0001 once, and what is unknown");
      assertThat(swept.json().at("/costs/lines/0/what").asText()).isEqualTo("reply-chunks, scan");
      assertThat(swept.json().at("/costs/lines").findValuesAsText("what"))
          .as("what the first real one has noted, the second finds in hand: %s", way)
          .haveExactly(way.contains("real") ? 0 : 1, NOTES);
    }
  }

  @Tag("deep")
  @Test
  void deepSweep_asAJob_refusesWhatDoesNotFit() {
    assertThat(run("--job", "deep").err()).contains("Add --deep");
    assertThat(run("--deep", "--cut", "3").err()).contains("need --job NAME");
    assertThat(run("--deep", "--job", "verify").err()).contains("is a pass of a move");
    assertThat(deepJob("--segments", "0").err()).contains("at least 1 lane");
    create("evenkeel-jobs", "pk", "S", "sk", "S");
    deepJob("--for", "0s");
    assertThat(run("--deep", "--job", "deep", "--control-table", "evenkeel-jobs").err())
        .contains("Job 'deep' is 'deep sweep of chunks reply-chunks");
  }

  @Tag("deep")
  @Test
  void deepSweep_dry_notesNothing() {
    Result dry = run("--deep", "-o", "json");

    assertThat(dry.code()).isZero();
    assertThat(dry.json().path("through").asBoolean()).isTrue();
    assertThat(dry.json().path("chunkedNoted").asInt()).isEqualTo(1);
    assertThat(dry.json().path("objectsNoted").asInt()).isEqualTo(1);
    assertThat(dry.json().at("/costs/lines/0/what").asText()).isEqualTo("reply-chunks, scan");
    assertThat(dry.json().at("/costs/lines/0/amount").asDouble()).isPositive();
    assertThat(dry.json().at("/costs/partial").asBoolean()).isTrue();
    assertThat(dry.err()).contains("sweep: reads everything. Costs: under 0.0001 once, and");
    assertThat(run("--deep").out())
        .contains("values in chunks noted for removal  1", "A dry run: nothing was written.")
        .contains("notes of what goes, and their removal  4 write units")
        .contains("unknown: deletes of chunks: the values' sizes were not read");
  }

  @Test
  void deepSweep_fromTheCursorOfADryRun_isRefused() throws IOException {
    Path cursor = folder.resolve("cursor.json");
    run("--deep", "--cursor-file", cursor.toString(), "--for", "0s");

    assertThat(run("--deep", "--delete", "--cursor-file", cursor.toString()).err())
        .isEqualTo(
            "evenkeel: %s cannot be continued: it is that of a dry run, which has done nothing"
                + " where it passed. Name another file, or remove it to start over.%n",
            cursor);
    Files.writeString(cursor, "{\"format\": 1}");
    assertThat(run("--deep", "--cursor-file", cursor.toString()).err())
        .contains("it is no cursor of this version of evenkeel");
    Files.writeString(cursor, "{\"format\": 1, \"dryRun\": true, \"cursor\": \"none\"}");
    assertThat(run("--deep", "--cursor-file", cursor.toString()).err())
        .contains("evenkeel: The cursor is none of a sweep over these tables: ")
        .endsWith(". Begin anew without it.%n".formatted());
    Files.writeString(cursor, "cursor");
    assertThat(run("--deep", "--cursor-file", cursor.toString()).err()).contains("it is no JSON");
  }

  /** What would be before the cursor's place would never be looked at. */
  @Test
  void deepSweep_fromTheCursorOfOtherTablesOrAnotherRegion_isRefused() throws IOException {
    String cursor = folder.resolve("cursor.json").toString();
    run("--deep", "--cursor-file", cursor, "--for", "0s");

    assertThat(run("--deep", "--cursor-file", cursor, "--region", "eu-south-1").err())
        .contains(
            "%s cannot be continued: it is that of a sweep of replies (reply-chunks, s3://%s/live/) in "
                .formatted(cursor, bucket),
            " in eu-south-1. Name another file, or remove it to start over.");
    Files.writeString(
        config,
        Files.readString(config)
            + """
              - tableName: answers
                partitionKey: {name: Id}
                attributes: {Message: CHUNKS}
                chunkTable: {tableName: answer-chunks}
                intentTable: {tableName: reply-intents}
            """
                .indent(0));
    assertThat(run("--deep", "--cursor-file", cursor).err())
        .contains("and this one is of answers (answer-chunks), replies (");
  }

  @Test
  void deepSweep_withoutAPlaceForItsCursor_isRefusedBeforeItsFirstStep() {
    String cursor = folder.resolve("none/cursor.json").toString();

    assertThat(run("--deep", "--cursor-file", cursor).err())
        .startsWith("evenkeel: the cursor cannot be written to '%s': ".formatted(cursor));
  }
}
