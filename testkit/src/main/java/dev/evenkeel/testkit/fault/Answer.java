package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.testkit.fault.Payload.HeldPayload;
import dev.evenkeel.testkit.fault.Payload.StreamedPayload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A response: as the server sent it, or made up or changed on the way. */
record Answer(SdkHttpResponse http, Payload payload) {
  /** The request id of what no server answered. */
  static final String REQUEST_ID = "injected-by-fault-plan";

  private static final String ENCODING = "Content-Encoding";

  static Answer of(SdkHttpResponse http, byte[] bytes) {
    return new Answer(http, new HeldPayload(bytes));
  }

  /** A response that no server gave; its request id in the exception's message says so. */
  static Answer madeUp(int status, ObjectNode body) {
    SdkHttpResponse http =
        SdkHttpResponse.builder()
            .statusCode(status)
            .putHeader("Content-Type", "application/x-amz-json-1.0")
            .putHeader("x-amzn-RequestId", REQUEST_ID)
            .build();
    return of(http, new byte[0]).withBody(body);
  }

  /** An error as DynamoDB sends it; {@code details} holds the members beside type and message. */
  static Answer error(int status, String type, String message, ObjectNode details) {
    ObjectNode body = Json.object().put("__type", type).put("message", message);
    body.setAll(details);
    return madeUp(status, body);
  }

  /** Sets length and checksum anew: the SDK refuses a body that does not fit them. */
  Answer withBody(ObjectNode body) {
    byte[] changed = Json.bytes(body);
    CRC32 crc = new CRC32();
    crc.update(changed);
    SdkHttpResponse fitting =
        http.toBuilder()
            .removeHeader(ENCODING)
            .putHeader("Content-Length", Long.toString(changed.length))
            .putHeader("x-amz-crc32", Long.toString(crc.getValue()))
            .build();
    return of(fitting, changed);
  }

  /** The whole body; answers to DynamoDB calls are held. */
  byte[] bytes() {
    if (payload instanceof HeldPayload held) {
      return held.bytes();
    }
    throw new IllegalStateException("A streamed answer has no bytes at hand");
  }

  /** Waits for the end of it, and forgets it: only then the server is surely done. */
  CompletableFuture<Void> drain() {
    return payload instanceof StreamedPayload streamed
        ? streamed.drain()
        : CompletableFuture.completedFuture(null);
  }

  boolean isSuccess() {
    return http.isSuccessful();
  }

  ObjectNode body() {
    boolean compressed =
        http.firstMatchingHeader(ENCODING).filter("gzip"::equalsIgnoreCase).isPresent();
    return Json.parse(compressed ? unzip(bytes()) : bytes());
  }

  private static byte[] unzip(byte[] compressed) {
    try (GZIPInputStream input = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      return input.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
