package dev.evenkeel.examples.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Runs the example as its reader would. */
@ExtendWith(LocalDynamoDbExtension.class)
class BulkUploadTest {
  private static final Path REAL_FILMS = Path.of("../../shared/data/movies.json");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final LocalDynamoDb local;
  private final Path folder;

  BulkUploadTest(LocalDynamoDb local, @TempDir Path folder) {
    this.local = local;
    this.folder = folder;
  }

  private int run(String... arguments) {
    return BulkUpload.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private static List<String> films(int count) {
    List<String> films = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      films.add(
          "{\"year\": %d, \"title\": \"Film %d \\u00e9 {\", \"info\": {\"rating\": 8.3, \"tags\": [\"a\"]}}"
              .formatted(1990 + i / 50, i));
    }
    return films;
  }

  @Test
  void run_linesWithABadOne_reportsItAndStoresTheRest() throws IOException {
    List<String> films = films(200);
    films.set(120, "{\"year\": 1992, \"title\": ");
    Path file = Files.write(folder.resolve("films.jsonl"), films);

    assertThat(run(file.toString())).isZero();

    assertThat(err.toString()).contains("rejected item 120 (line 121): the line cannot be parsed");
    assertThat(out.toString())
        .startsWith("bulk-upload: ok 199 stored now, 199 in all, 1 rejected;");
  }

  @Test
  void run_again_goesOnFromTheCheckpoint() throws IOException {
    List<String> films = films(100);
    films.set(60, "[]");
    Path file = Files.write(folder.resolve("films.jsonl"), films);
    String endpoint = local.endpoint().toString();
    String table = "again" + System.identityHashCode(this);

    assertThat(run(file.toString(), "--endpoint", endpoint, "--table", table, "--rejected", "0"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("every record below position 60 is settled");
    assertThat(run(file.toString(), "--endpoint", endpoint, "--table", table)).isZero();
    assertThat(out.toString()).startsWith("bulk-upload: ok 39 stored now, 99 in all, 1 rejected;");
  }

  @Test
  void run_arrayOfObjects_storesEach() throws IOException {
    Path file = folder.resolve("films.json");
    Files.writeString(file, "[\n" + String.join(",\n", films(120)) + "\n]\n");

    assertThat(run(file.toString(), "--shards", "3", "--units", "10000")).isZero();

    assertThat(out.toString())
        .startsWith("bulk-upload: ok 120 stored now, 120 in all, 0 rejected;");
  }

  @Test
  void run_missingFile_saysSo() {
    assertThat(run(folder.resolve("no.json").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("cannot read '").contains("no.json' (NoSuchFileException)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--partition-key year", "--sort-key t:X", "--shards 0", "--units 0"})
  void run_unusableOption_saysWhyWithoutAStackTrace(String option) throws IOException {
    Path file = Files.write(folder.resolve("films.jsonl"), films(1));
    String[] words = option.split(" ", 2);

    assertThat(run(file.toString(), words[0], words[1])).isNotZero();
    assertThat(err.toString()).isNotBlank().doesNotContain("\tat ");
  }

  /** A broken copy must not pass for the whole. */
  @Test
  void run_arrayCutBetweenObjects_storesWhatThereIsAndFails() throws IOException {
    Path file = folder.resolve("films.json");
    Files.writeString(file, "[\n" + String.join(",\n", films(30)) + ",\n");

    assertThat(run(file.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("every record below position 30 is settled")
        .contains("the array has no end");
  }

  @Test
  void run_realFilms_storesAll() {
    assumeTrue(Files.isReadable(REAL_FILMS), "the sample of films is not on this machine");

    assertThat(run(REAL_FILMS.toString())).isZero();

    assertThat(out.toString()).startsWith("bulk-upload: ok 4609 stored now, 4609 in all,");
  }

  @Test
  void parse_dynamoDbJson_keepsTheTypes() {
    Map<String, AttributeValue> item =
        JsonItems.parse(
            "{\"Item\":{\"id\":{\"S\":\"a\"},\"n\":{\"N\":\"1.50\"},\"b\":{\"B\":\"AQI=\"},"
                + "\"t\":{\"BOOL\":true},\"z\":{\"NULL\":true},\"s\":{\"SS\":[\"x\"]},"
                + "\"l\":{\"L\":[{\"M\":{\"k\":{\"N\":\"2\"}}}]}}}");

    assertThat(item)
        .containsEntry("id", AttributeValue.fromS("a"))
        .containsEntry("n", AttributeValue.fromN("1.50"))
        .containsEntry("b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {1, 2})))
        .containsEntry("t", AttributeValue.fromBool(true))
        .containsEntry("z", AttributeValue.fromNul(true))
        .containsEntry("s", AttributeValue.fromSs(List.of("x")))
        .containsEntry(
            "l",
            AttributeValue.fromL(
                List.of(AttributeValue.fromM(Map.of("k", AttributeValue.fromN("2"))))));
  }

  @Test
  void parse_plainJson_keepsTheDigits() {
    assertThat(JsonItems.parse("{\"n\": 1.50, \"s\": \"x\"}"))
        .containsEntry("n", AttributeValue.fromN("1.50"))
        .containsEntry("s", AttributeValue.fromS("x"));
  }
}
