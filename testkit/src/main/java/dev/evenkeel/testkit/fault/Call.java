package dev.evenkeel.testkit.fault;

import java.util.Set;
import software.amazon.awssdk.http.SdkHttpRequest;

/** A request on its way to the server. */
sealed interface Call permits DynamoDbCall, S3Call {
  SdkHttpRequest http();

  Payload payload();

  String operation();

  /** The names of the tables, or the bucket, that the request is about. */
  Set<String> resources();

  /** Status 500 as the service words it. */
  Answer internalError();
}
