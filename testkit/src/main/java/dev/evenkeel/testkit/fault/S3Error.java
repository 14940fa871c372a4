package dev.evenkeel.testkit.fault;

import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;

/** An error as S3 sends it. The texts are ours and need no escaping. */
record S3Error(int status, String code, String message) {

  /** Answers to HEAD have no body, so there the status must do. */
  Answer answer(S3Call call) {
    byte[] body = call.http().method() == SdkHttpMethod.HEAD ? new byte[0] : xml();
    return Answer.of(
        SdkHttpResponse.builder()
            .statusCode(status)
            .putHeader("Content-Type", "application/xml")
            .putHeader("Content-Length", Integer.toString(body.length))
            .putHeader("x-amz-request-id", Answer.REQUEST_ID)
            .build(),
        body);
  }

  private byte[] xml() {
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <Error><Code>%s</Code><Message>%s</Message><RequestId>%s</RequestId></Error>
        """
        .formatted(code, message, Answer.REQUEST_ID)
        .getBytes(StandardCharsets.UTF_8);
  }
}
