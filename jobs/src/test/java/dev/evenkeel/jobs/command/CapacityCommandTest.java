package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The arithmetic of capacity, as commands show it. */
class CapacityCommandTest {
  private final CommandRunner typed = CommandRunner.offline();

  @Test
  void capacitySeries_ofAwsExample_showsItsArithmetic() throws IOException {
    Result plan =
        typed.run(
            "capacity",
            "series",
            "--events-per-second",
            "600",
            "--item-bytes",
            "180",
            "--keep",
            "90d",
            "--without-overhead");

    assertThat(plan.code()).isZero();
    Golden.check("capacity-series.txt", plan.out());
    JsonNode json =
        typed
            .run(
                "capacity",
                "series",
                "--events-per-second",
                "600",
                "--item-bytes",
                "180",
                "-o",
                "json",
                "--without-overhead")
            .json();
    assertThat(json.path("period").asText()).isEqualTo("day");
    assertThat(json.path("fillSeconds").asLong()).isBetween(27 * 3600L, 28 * 3600L);
  }

  @Test
  void capacityShards_ofAHotKey_showsItsArithmetic() throws IOException {
    Result plan =
        typed.run("capacity", "shards", "--writes-per-second", "5000", "--item-bytes", "900");

    assertThat(plan.code()).isZero();
    Golden.check("capacity-shards.txt", plan.out());
    String strong = "--writes-per-second 1 --gets-per-second 20000 --item-bytes 900 --consistent";
    assertThat(
            typed.run(("capacity shards " + strong + " -o json").split(" ")).json().path("shards"))
        .hasToString("9");
    assertThat(
            typed
                .run("capacity", "shards", "--writes-per-second", "0.5", "--item-bytes", "0")
                .err())
        .startsWith("evenkeel: KeyLoad")
        .hasLineCount(1);
  }

  @Test
  void capacityLoad_withinATime_showsItsArithmetic() throws IOException {
    Result plan =
        typed.run(
            "capacity", "load", "--items", "1000000", "--item-bytes", "900", "--within", "1h");

    assertThat(plan.code()).isZero();
    Golden.check("capacity-load.txt", plan.out());
    String large = "--items 1000000000 --item-bytes 900 --within 30d";
    assertThat(typed.run(("capacity load " + large).split(" ")).out())
        .contains("has about 1, and has 128 once it holds the data.");
    assertThat(typed.run("capacity", "load", "--items", "1", "--item-bytes", "1").code())
        .isEqualTo(1);
  }
}
