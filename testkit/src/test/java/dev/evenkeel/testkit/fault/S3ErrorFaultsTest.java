package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.S3Exception;

@ExtendWith(LocalS3Extension.class)
class S3ErrorFaultsTest {
  private static final RequestBody BODY = RequestBody.fromString("content");

  private final LocalS3 local;
  private final S3Client plain;
  private String bucket = "";

  S3ErrorFaultsTest(LocalS3 local, S3Client plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeEach
  void makeBucket() {
    bucket = local.newBucket();
  }

  private static FaultInjector always(Fault fault) {
    return FaultPlan.seeded(1).rule(FaultRule.inject(fault)).build().injector();
  }

  private boolean isStored(String key) {
    return plain.listObjectsV2(r -> r.bucket(bucket)).contents().stream()
        .anyMatch(object -> object.key().equals(key));
  }

  private <E extends SdkException> E failedPut(
      ClientKind tested, Fault fault, String key, Class<E> expected) {
    FaultInjector faults = always(fault);
    try (S3Client client = tested.client(local, faults)) {
      E thrown =
          catchThrowableOfType(
              expected,
              () -> client.putObject(r -> r.bucket(bucket).key(key).ifNoneMatch("*"), BODY));
      assertThat(faults.journal()).hasSize(1);
      return thrown;
    }
  }

  @ParameterizedTest
  @EnumSource
  void slowDown_put_isThrottlingAndNotApplied(ClientKind tested) {
    S3Exception thrown = failedPut(tested, Fault.slowDown(), "k", S3Exception.class);

    assertThat(thrown.statusCode()).isEqualTo(503);
    assertThat(thrown.awsErrorDetails().errorCode()).isEqualTo("SlowDown");
    assertThat(thrown.isThrottlingException()).isTrue();
    assertThat(thrown.requestId()).isEqualTo("injected-by-fault-plan");
    assertThat(isStored("k")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void slowDown_head_hasNoBodyAndKeepsItsStatus(ClientKind tested) {
    try (S3Client client = tested.client(local, always(Fault.slowDown()))) {
      assertThatThrownBy(() -> client.headObject(r -> r.bucket(bucket).key("k")))
          .isInstanceOfSatisfying(
              S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(503));
    }
  }

  @ParameterizedTest
  @EnumSource
  void slowDown_firstTwoAttempts_theSdkRetriesAndSucceeds(ClientKind tested) {
    FaultInjector faults =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.slowDown()).first(1))
            .rule(FaultRule.inject(Fault.serverError(Moment.BEFORE_APPLY)).first(1))
            .build()
            .injector();
    try (S3Client client = tested.retrying(local, faults)) {
      client.putObject(r -> r.bucket(bucket).key("k"), BODY);
    }
    assertThat(faults.requestCount()).isEqualTo(3);
    assertThat(plain.getObjectAsBytes(r -> r.bucket(bucket).key("k")).asUtf8String())
        .isEqualTo("content");
  }

  @ParameterizedTest
  @EnumSource
  void serverError_beforeAndAfterApply_looksTheSameAndOnlyTheLatterIsStored(ClientKind tested) {
    for (Moment moment : Moment.values()) {
      S3Exception thrown =
          failedPut(tested, Fault.serverError(moment), moment.name(), S3Exception.class);

      assertThat(thrown.statusCode()).isEqualTo(500);
      assertThat(thrown.awsErrorDetails().errorCode()).isEqualTo("InternalError");
      assertThat(isStored(moment.name())).isEqualTo(moment == Moment.AFTER_APPLY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void timeout_beforeAndAfterApply_looksTheSameAndOnlyTheLatterIsStored(ClientKind tested) {
    for (Moment moment : Moment.values()) {
      assertThat(failedPut(tested, Fault.timeout(moment), moment.name(), SdkClientException.class))
          .hasRootCauseInstanceOf(SocketTimeoutException.class);
      assertThat(isStored(moment.name())).isEqualTo(moment == Moment.AFTER_APPLY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void connectionLost_beforeAndAfterApply_looksTheSameAndOnlyTheLatterIsStored(ClientKind tested) {
    for (Moment moment : Moment.values()) {
      assertThat(
              failedPut(
                  tested, Fault.connectionLost(moment), moment.name(), SdkClientException.class))
          .hasRootCauseExactlyInstanceOf(SocketException.class);
      assertThat(isStored(moment.name())).isEqualTo(moment == Moment.AFTER_APPLY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void timeout_afterApplyThenRetried_theConditionOfTheRetryMeetsItsOwnWrite(ClientKind tested) {
    FaultInjector faults =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY)).first(1))
            .build()
            .injector();
    try (S3Client client = tested.retrying(local, faults)) {
      assertThatThrownBy(
              () -> client.putObject(r -> r.bucket(bucket).key("k").ifNoneMatch("*"), BODY))
          .isInstanceOfSatisfying(
              S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(412));
    }
    assertThat(isStored("k")).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void timeout_afterCompletion_theObjectIsThereAndTheUploadGone(ClientKind tested) {
    String upload = plain.createMultipartUpload(r -> r.bucket(bucket).key("k")).uploadId();
    String tag =
        plain
            .uploadPart(r -> r.bucket(bucket).key("k").uploadId(upload).partNumber(1), BODY)
            .eTag();
    CompletedPart part = CompletedPart.builder().partNumber(1).eTag(tag).build();
    try (S3Client client = tested.client(local, always(Fault.timeout(Moment.AFTER_APPLY)))) {
      assertThatThrownBy(
              () ->
                  client.completeMultipartUpload(
                      r ->
                          r.bucket(bucket)
                              .key("k")
                              .uploadId(upload)
                              .multipartUpload(m -> m.parts(part))))
          .isInstanceOf(SdkClientException.class);
    }
    assertThat(isStored("k")).isTrue();
    assertThat(plain.listMultipartUploads(r -> r.bucket(bucket)).uploads()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void conditionalConflict_conditionalPut_is409AndNotApplied(ClientKind tested) {
    S3Exception thrown = failedPut(tested, Fault.conditionalConflict(), "k", S3Exception.class);

    assertThat(thrown.statusCode()).isEqualTo(409);
    assertThat(thrown.awsErrorDetails().errorCode()).isEqualTo("ConditionalRequestConflict");
    assertThat(isStored("k")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void conditionalFaults_unconditionalPut_strikeNothing(ClientKind tested) {
    FaultInjector faults =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.conditionalConflict()))
            .rule(FaultRule.inject(Fault.preconditionFailed(Moment.BEFORE_APPLY)))
            .build()
            .injector();
    try (S3Client client = tested.client(local, faults)) {
      client.putObject(r -> r.bucket(bucket).key("k"), BODY);
      client.getObjectAsBytes(r -> r.bucket(bucket).key("k").ifNoneMatch("\"other\""));
    }
    assertThat(faults.journal()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void preconditionFailed_beforeAndAfterApply_looksTheSameAndOnlyTheLatterIsStored(
      ClientKind tested) {
    for (Moment moment : Moment.values()) {
      S3Exception thrown =
          failedPut(tested, Fault.preconditionFailed(moment), moment.name(), S3Exception.class);

      assertThat(thrown.statusCode()).isEqualTo(412);
      assertThat(thrown.awsErrorDetails().errorCode()).isEqualTo("PreconditionFailed");
      assertThat(isStored(moment.name())).isEqualTo(moment == Moment.AFTER_APPLY);
    }
  }

  /** Without a body: the server refuses before it has read one, and closes the connection then. */
  @ParameterizedTest
  @EnumSource
  void preconditionFailed_writeThatTheServerRefuses_keepsTheServersAnswer(ClientKind tested) {
    try (S3Client client =
        tested.client(local, always(Fault.preconditionFailed(Moment.AFTER_APPLY)))) {
      assertThatThrownBy(
              () ->
                  client.putObject(
                      r -> r.bucket("no-such-bucket").key("k").ifNoneMatch("*"),
                      RequestBody.empty()))
          .isInstanceOfSatisfying(
              S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(404));
    }
  }
}
