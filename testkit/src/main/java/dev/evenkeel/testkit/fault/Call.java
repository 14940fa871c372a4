package dev.evenkeel.testkit.fault;

import java.util.Set;
import software.amazon.awssdk.http.SdkHttpRequest;

/** A request on its way to the server. */
abstract sealed class Call permits DynamoDbCall, S3Call {
  private static final String TARGET = "X-Amz-Target";

  private final SdkHttpRequest http;
  private final Payload payload;

  Call(SdkHttpRequest http, Payload payload) {
    this.http = http;
    this.payload = payload;
  }

  /** DynamoDB's protocol names the operation in a header; S3's identifies it by method and path. */
  static boolean isOfDynamoDb(SdkHttpRequest http) {
    return http.firstMatchingHeader(TARGET).isPresent();
  }

  final SdkHttpRequest http() {
    return http;
  }

  final Payload payload() {
    return payload;
  }

  abstract String operation();

  /** The names of the tables, or the bucket, that the request is about. */
  abstract Set<String> resources();

  /** Status 500 as the service words it. */
  abstract Answer internalError();
}
