package dev.evenkeel.benchmarks.canned;

import java.util.zip.CRC32;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The head of a response as DynamoDB sends it, with the checksum that the SDK verifies. */
final class CannedResponse {
  private CannedResponse() {}

  static SdkHttpResponse head(byte[] body) {
    CRC32 crc = new CRC32();
    crc.update(body);
    return SdkHttpFullResponse.builder()
        .statusCode(200)
        .putHeader("Content-Type", "application/x-amz-json-1.0")
        .putHeader("Content-Length", Integer.toString(body.length))
        .putHeader("x-amzn-RequestId", "CANNED00000000000000000000000000000000000000000AEXAMPLE")
        .putHeader("x-amz-crc32", Long.toString(crc.getValue()))
        .build();
  }
}
