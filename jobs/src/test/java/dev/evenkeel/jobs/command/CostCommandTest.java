package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostCommandTest {
  private static final String SERIES =
      """
      controlTable: control
      tables:
        - tableName: clicks
          time: {attribute: at}
          period: day
          since: 2026-11-20
          template: {partitionKey: {name: page}, sortKey: {name: at}}
          tiers: [{age: 30d, tableClass: STANDARD_INFREQUENT_ACCESS}]
          retention: {age: 90d}
          archive: {bucket: {bucket: archives}, dataClass: DEEP_ARCHIVE}
      """;

  private static final String CHUNKED =
      """
      chunking:
        - tableName: replies
          partitionKey: {name: Id}
          attributes: {Message: CHUNKS, Summary: NOWHERE}
          chunkTable: {tableName: reply-chunks}
          bucket: {bucket: values}
          intentTable: {tableName: reply-intents}
      """;

  @TempDir private Path folder;

  private static Result cost(String arguments) {
    return CommandRunner.offline().run(("cost --region us-east-1 " + arguments).split(" "));
  }

  private String config(String text) throws IOException {
    return Files.writeString(folder.resolve("evenkeel.yaml"), text).toString();
  }

  @Test
  void cost_ofAllFeatures_isATableOfEach() throws IOException {
    Result result =
        cost(
            "--writes-per-second 10 --reads-per-second 900 --query-pages-per-second 5"
                + " --item-bytes 30720 --items 1000000 --shards 4 --value-bytes 29696"
                + " --compressed-to 0.25 --cache-hits 0.9 --series clicks --config "
                + config(SERIES));

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    Golden.check("cost.txt", result.out());
  }

  @Test
  void cost_asJson_hasBothSidesOfEachFeature() throws IOException {
    JsonNode json =
        cost("--writes-per-second 600 --item-bytes 180 -o json --series clicks --config "
                + config(SERIES))
            .json();

    assertThat(json.path("command").asText()).isEqualTo("cost");
    assertThat(json.at("/features/0/change").asDouble()).isNegative();
    assertThat(json.at("/features/0/with/aMonth").asDouble())
        .isLessThan(json.at("/features/0/without/aMonth").asDouble());
    assertThat(json.at("/plain/lines/0/quantity").asDouble()).isEqualTo(600 * 730 * 3_600.0);
  }

  /** Where values go is read from the file, and how large they are is said. */
  @Test
  void cost_ofLargeValuesOfTheConfiguration_isThatOfTheirPlaces() throws IOException {
    String load = "--writes-per-second 10 --item-bytes 103424 --value-bytes 102400 -o json ";
    String table = "--chunking replies --config ";
    String objects = CHUNKED.replace("Message: CHUNKS", "Message: OBJECT");
    String both = CHUNKED.replace("Summary: NOWHERE", "Summary: OBJECT");

    assertThat(cost(load + table + config(CHUNKED)).json().path("features"))
        .isEqualTo(cost(load).json().path("features"));
    assertThat(cost(load + table + config(objects)).json().path("features"))
        .isEqualTo(cost(load + "--in-bucket STANDARD").json().path("features"));
    String cold = "--in-bucket GLACIER_IR ";
    assertThat(cost(load + cold + table + config(objects)).json().path("features"))
        .isEqualTo(cost(load + cold).json().path("features"));
    assertThat(
            cost(load + table + config(both)).json().path("features").findValuesAsText("feature"))
        .containsExactly("large values in chunks", "large values in S3");
  }

  @Test
  void cost_ofLargeValuesThatTheConfigurationDoesNotHave_isOneSentence() throws IOException {
    String load = "--writes-per-second 1 --item-bytes 100 ";
    String file = " --config " + config(CHUNKED);
    assertThat(cost(load + "--chunking replies" + file).err())
        .contains("--in-bucket, --chunking and --compressed-to are of --value-bytes. Add it.");
    String sized = load + "--value-bytes 10 --chunking ";
    assertThat(cost(sized + "visits" + file).err())
        .contains("there is no 'chunking' of a table 'visits'. Check the name.");
    assertThat(cost(sized + "replies --in-bucket STANDARD" + file).err())
        .contains("no value of 'replies' goes to S3. Leave out --in-bucket.");
    String inside = CHUNKED.replace("Message: CHUNKS", "Message: NOWHERE");
    assertThat(cost(sized + "replies --config " + config(inside)).err())
        .contains("all values of 'replies' stay in their items");
  }

  @Test
  void cost_ofWhatCannotBe_isOneSentence() throws IOException {
    String load = "--writes-per-second 1 --item-bytes 100 ";
    assertThat(cost("--item-bytes 100").err())
        .isEqualTo("evenkeel: there is no load: say writes, reads or items.%n".formatted());
    assertThat(cost(load + "--cache-hits 90").err())
        .isEqualTo("evenkeel: the part of cache hits must be 0 to 1 but was 90.0.%n".formatted());
    assertThat(cost(load + "--in-bucket STANDARD").err()).contains("are of --value-bytes. Add it.");
    assertThat(cost(load + "--value-bytes 10 --in-bucket COLD").err())
        .contains("S3 has no storage class 'COLD'.");
    assertThat(cost(load + "--series visits --config " + config(SERIES)).err())
        .contains("there is no series 'visits'. Check the name.");
    String kept = SERIES.replaceAll("    retention:.*\\n", "");
    assertThat(cost(load + "--series clicks --config " + config(kept)).err())
        .contains("has no 'retention'");
  }

  @Test
  void cost_ofARegionWithoutPrices_namesThoseThatItTook() {
    assertThat(
            CommandRunner.offline()
                .run("cost --region eu-north-1 --items 10 --item-bytes 100".split(" "))
                .out())
        .contains("prices of us-east-1 of 2026-09-06, as there are none of\n    eu-north-1");
  }
}
