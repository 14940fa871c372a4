package dev.evenkeel.sharding.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/** Two exceptions that a caller cannot tell apart, but for a missing raw response. */
final class SameFailure {
  private SameFailure() {}

  static void assertSame(Throwable shown, SdkException expected) {
    assertThat(shown).hasSameClassAs(expected);
    assertThat(shown).hasToString(expected.toString());
    assertThat(shown.getStackTrace()).containsSubsequence(expected.getStackTrace());
    assertThat(texts(shown)).isEqualTo(texts(expected));
    SdkException sdk = (SdkException) shown;
    assertThat(sdk.rawMessage()).isEqualTo(expected.rawMessage());
    assertThat(sdk.numAttempts()).isEqualTo(expected.numAttempts());
    assertThat(sdk.retryable()).isEqualTo(expected.retryable());
    if (expected instanceof SdkServiceException service) {
      assertSame((SdkServiceException) shown, service);
    }
    if (expected instanceof AwsServiceException service) {
      assertSame(((AwsServiceException) shown).awsErrorDetails(), service.awsErrorDetails());
    }
  }

  /** The exceptions behind it, as stack traces name them. */
  private static List<String> texts(Throwable failure) {
    return Stream.concat(
            Stream.iterate(failure, Objects::nonNull, Throwable::getCause).map(Throwable::toString),
            Arrays.stream(failure.getSuppressed()).map(Throwable::toString))
        .toList();
  }

  private static void assertSame(SdkServiceException shown, SdkServiceException expected) {
    assertThat(shown.requestId()).isEqualTo(expected.requestId());
    assertThat(shown.extendedRequestId()).isEqualTo(expected.extendedRequestId());
    assertThat(shown.statusCode()).isEqualTo(expected.statusCode());
    assertThat(shown.isThrottlingException()).isEqualTo(expected.isThrottlingException());
    assertThat(members(shown)).isEqualTo(members(expected));
  }

  private static List<Object> members(SdkPojo structure) {
    return structure.sdkFields().stream()
        .<Object>map(field -> field.getValueOrDefault(structure))
        .toList();
  }

  private static void assertSame(AwsErrorDetails shown, AwsErrorDetails expected) {
    assertThat(shown).isEqualTo(expected.toBuilder().rawResponse(null).build());
    assertThat(shown.sdkHttpResponse()).isSameAs(expected.sdkHttpResponse());
  }
}
