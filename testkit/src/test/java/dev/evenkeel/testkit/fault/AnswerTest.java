package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpResponse;

class AnswerTest {
  @Test
  void withBody_compressedAnswer_isSentPlainWithFittingLengthAndChecksum() throws IOException {
    SdkHttpResponse http =
        SdkHttpResponse.builder()
            .statusCode(200)
            .putHeader("Content-Encoding", "gzip")
            .putHeader("x-amz-crc32", "1")
            .build();
    Answer answer = Answer.of(http, zipped("{\"Count\":1}"));

    assertThat(answer.body().path("Count").asInt()).isEqualTo(1);
    Answer changed = answer.withBody(answer.body().put("Count", 2));
    assertThat(new String(changed.bytes(), StandardCharsets.UTF_8)).isEqualTo("{\"Count\":2}");
    assertThat(changed.http().firstMatchingHeader("Content-Encoding")).isEmpty();
    assertThat(changed.http().firstMatchingHeader("Content-Length")).contains("11");
    assertThat(changed.http().firstMatchingHeader("x-amz-crc32")).contains("1929884617");
  }

  private static byte[] zipped(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
