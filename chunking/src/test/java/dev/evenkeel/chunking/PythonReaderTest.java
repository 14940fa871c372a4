package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A program in another language, which shares nothing with the writer, reads what was written. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PythonReaderTest {
  private Fixture fixture;
  private ChunkingDynamoDbClient client;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) throws InterruptedException {
    assumeTrue(isThere(), "python3 is not there");
    fixture = new Fixture(local, s3);
    client =
        ChunkingDynamoDbClient.builder(fixture.plain)
            .s3(fixture.s3)
            .table(fixture.spec().build())
            .build();
  }

  private static boolean isThere() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @AfterAll
  void close() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 900, 5000, 200_000})
  void read_text_isWhatWasWritten(int length) throws Exception {
    StringBuilder text = new StringBuilder();
    Random random = new Random(length);
    while (text.length() < length) {
      text.append((char) ('a' + random.nextInt(26))).append("ü \uD83D\uDE00");
    }

    Result result = readBack("text", AttributeValue.fromS(text.toString()));

    assertThat(result.messages()).isEmpty();
    assertThat(result.value().asUtf8String()).isEqualTo(text.toString());
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(ints = {0, 700, 1401, 3000})
  void read_chunks_areWhatWasWritten(int length) throws Exception {
    byte[] noise = new byte[length];
    new Random(length).nextBytes(noise);

    Result result = readBack("body", AttributeValue.fromB(SdkBytes.fromByteArray(noise)));

    assertThat(result.messages()).isEmpty();
    assertThat(result.value().asByteArray()).isEqualTo(noise);
  }

  @Test
  void read_chunkMissing_saysSo() throws Exception {
    Map<String, AttributeValue> item = stored("body", noise(3000));
    List<Map<String, AttributeValue>> rows =
        rows().stream().filter(row -> !row.get("Id").s().endsWith("#2")).toList();

    Result result = run(asked("body", item, rows));

    assertThat(result.messages()).contains("chunk 2 is not there");
  }

  private static AttributeValue noise(int length) {
    byte[] noise = new byte[length];
    new Random(length).nextBytes(noise);
    return AttributeValue.fromB(SdkBytes.fromByteArray(noise));
  }

  private Result readBack(String attribute, AttributeValue value) throws Exception {
    return run(asked(attribute, stored(attribute, value), rows()));
  }

  private Map<String, AttributeValue> stored(String attribute, AttributeValue value) {
    Map<String, AttributeValue> key = Fixture.key("odd#key%", 1000 + items++);
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put(attribute, value);
    client.putItem(put -> put.tableName(Fixture.DOCS).item(item));
    return fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(key)).item();
  }

  private List<Map<String, AttributeValue>> rows() {
    return fixture.stored(Fixture.CHUNKS);
  }

  private static String asked(
      String attribute, Map<String, AttributeValue> item, List<Map<String, AttributeValue>> rows) {
    return """
        {"table": "Docs", "attribute": "%s", "key": ["id", "rank"], "item": %s, "rows": [%s]}
        """
        .formatted(
            attribute,
            json(item),
            rows.stream().map(PythonReaderTest::json).collect(Collectors.joining(",")));
  }

  /** The attributes alone, without the M that a map has in DynamoDB JSON. */
  private static String json(Map<String, AttributeValue> item) {
    byte[] map = PayloadBytes.of(AttributeValue.fromM(item)).bytes();
    String wrapped = new String(map, StandardCharsets.UTF_8);
    return wrapped.substring(wrapped.indexOf(':') + 1, wrapped.length() - 1);
  }

  private record Result(SdkBytes value, String messages) {}

  private static Result run(String asked) throws Exception {
    Process python =
        new ProcessBuilder("python3", Path.of("..", "docs", "large_values.py").toString()).start();
    try (OutputStream in = python.getOutputStream()) {
      in.write(asked.getBytes(StandardCharsets.UTF_8));
    }
    byte[] value = python.getInputStream().readAllBytes();
    String messages = new String(python.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).isEqualTo(messages.isEmpty() ? 0 : 1);
    return new Result(SdkBytes.fromByteArray(value), messages);
  }
}
