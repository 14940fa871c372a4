package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** DynamoDB Local keeps regions apart. */
@ExtendWith(LocalDynamoDbExtension.class)
class RegionsTest {
  @TempDir private Path folder;
  private TwoSeries series;

  @BeforeEach
  void begin(LocalDynamoDb server) throws IOException {
    series = new TwoSeries(server, folder);
  }

  private int planned(String... more) {
    String[] arguments = new String[more.length + 1];
    arguments[0] = "--detailed-exitcode";
    System.arraycopy(more, 0, arguments, 1, more.length);
    return series.run("plan", arguments).code();
  }

  @Test
  void apply_inTwoRegions_worksInEachAndEndsAsTheWorst() {
    Result first = series.run("apply", "--region", "eu-west-1");
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.err()).doesNotContain("evenkeel: in ");
    assertThat(planned("--region", "eu-west-1")).isZero();
    assertThat(planned("--region", "eu-west-1", "--region", "eu-central-1")).isEqualTo(2);

    Result both = series.run("apply", "--region", "eu-central-1", "--region", "eu-west-1");

    assertThat(both.err()).contains("evenkeel: in eu-central-1", "evenkeel: in eu-west-1");
    assertThat(planned("--region", "eu-west-1", "--region", "eu-central-1")).isZero();
  }

  @Test
  void apply_withRegionsOfTheConfiguration_worksThere() throws IOException {
    Files.writeString(
        Path.of(series.config), TwoSeries.CONFIGURATION + "regions: [eu-west-1, eu-west-2]\n");

    assertThat(series.run("apply").code()).isZero();

    assertThat(planned("--region", "eu-west-2")).isZero();
    assertThat(planned("--region", "eu-west-3")).isEqualTo(2);
    assertThat(series.run("watch").err()).contains("it is for one region, and there are 2");
    assertThat(series.run("watch").code()).isEqualTo(1);
  }

  @Test
  void status_asJson_namesTheRegionAndHasEachOnce() {
    Result two =
        series.run(
            "status",
            "-o",
            "json",
            "--metrics",
            "EMF",
            "--region",
            "eu-west-1",
            "--region",
            "eu-west-2",
            "--region",
            "eu-west-1");

    assertThat(two.out()).containsOnlyOnce("eu-west-1").containsOnlyOnce("eu-west-2");
    assertThat(two.err())
        .containsOnlyOnce("\"region\":\"eu-west-1\"")
        .containsOnlyOnce("\"region\":\"eu-west-2\"");
    assertThat(series.run("status", "-o", "json").json().has("region")).isFalse();
  }

  @Test
  void help_withSeveralRegions_isPrintedOnce() throws IOException {
    Files.writeString(
        Path.of(series.config), TwoSeries.CONFIGURATION + "regions: [eu-west-1, eu-west-2]\n");

    assertThat(series.run("plan", "--help").out()).containsOnlyOnce("Usage: evenkeel tables plan");
    assertThat(series.run("watch", "--help").code()).isZero();
  }

  @Test
  void plan_ofBucketsOrIntoAFile_isForOneRegion() throws IOException {
    String[] both = {"--region", "eu-west-1", "--region", "eu-west-2"};
    assertThat(series.run("plan", "--out", folder + "/p", both[0], both[1], both[2], both[3]).err())
        .contains("it is for one region, and there are 2");
    Files.writeString(
        Path.of(series.config),
        TwoSeries.CONFIGURATION.replace(
            "retention: {age: 2d, withoutArchive: true}",
            "retention: {age: 2d}\n    archive: {bucket: {bucket: a-bucket}}"));
    assertThat(series.run("plan", both).err()).contains("a bucket is in one region");
  }

  @Tag("deep")
  @Test
  void apply_whileARegionIsDown_worksInTheOthersAndSaysWhere() throws IOException {
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      series.typed.elsewhere.put(
          "eu-west-2", URI.create("http://127.0.0.1:" + closed.getLocalPort()));
    }

    Result all =
        series.run(
            "apply", "--region", "eu-west-1", "--region", "eu-west-2", "--region", "eu-west-3");

    assertThat(all.code()).isEqualTo(1);
    assertThat(all.err())
        .containsPattern(
            "(?s)evenkeel: in eu-west-1\\R.*evenkeel: in eu-west-2\\R.*refused.*evenkeel: in"
                + " eu-west-3\\R");
    assertThat(all.out())
        .containsPattern("(?s)clicks at 2026.*clicks at 2026")
        .doesNotContain("Not complete");
    assertThat(planned("--region", "eu-west-1", "--region", "eu-west-3")).isZero();
  }

  @Test
  void apply_thatFailsInOneRegion_goesOnInTheNext() {
    Result result =
        series.run(
            "apply", "--region", "eu-west-1", "--region", "eu-west-2", "--on-active", "exit 3");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .contains("the hook 'exit 3' ended with 3. The next run calls it again.")
        .containsPattern("(?s)clicks at 2026.*Not complete.*clicks at 2026.*Not complete");
  }
}
