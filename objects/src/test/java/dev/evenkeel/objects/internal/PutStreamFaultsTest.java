package dev.evenkeel.objects.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.InjectedFault;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.testkit.gen.Rounds;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Uploads whose requests fail: they are sent again, or the upload is aborted. */
class PutStreamFaultsTest extends StreamsToPut {
  PutStreamFaultsTest(LocalS3 local) {
    super(local);
  }

  /** Faults in an upload's requests that the writer should not notice. */
  static List<Arguments> passingFaults() {
    return Rounds.inTurn(
        Stream.of(Kind.values())
            .flatMap(
                kind ->
                    Stream.of(
                        Arguments.of(kind, "CreateMultipartUpload", Fault.slowDown()),
                        Arguments.of(kind, "UploadPart", Fault.uploadCut()),
                        Arguments.of(kind, "UploadPart", Fault.connectionLost(Moment.AFTER_APPLY)),
                        Arguments.of(kind, "UploadPart", Fault.serverError(Moment.BEFORE_APPLY)),
                        Arguments.of(kind, "CompleteMultipartUpload", Fault.slowDown()),
                        Arguments.of(kind, "CompleteMultipartUpload", Fault.conditionalConflict()),
                        Arguments.of(
                            kind, "CompleteMultipartUpload", Fault.serverError(Moment.AFTER_APPLY)),
                        Arguments.of(
                            kind,
                            "CompleteMultipartUpload",
                            Fault.preconditionFailed(Moment.AFTER_APPLY)),
                        Arguments.of(
                            kind,
                            "CompleteMultipartUpload",
                            Fault.connectionLost(Moment.AFTER_APPLY))))
            .toList());
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("passingFaults")
  void put_oneFault_isOvercome(Kind kind, String operation, Fault fault) {
    FaultInjector faults = Faults.of(FaultRule.inject(fault).into(operation).first(1));
    try (ObjectsUnderTest store = open(kind, faults)) {
      WrittenObject written = store.put("a", Content.stream(TWO_PARTS));

      assertThat(faults.journal()).extracting(InjectedFault::operation).containsExactly(operation);
      assertThat(store.get("a", ExpectedContent.of(written))).isEqualTo(TWO_PARTS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_partNeverArrives_uploadIsAborted(Kind kind) {
    try (ObjectsUnderTest store =
        open(
            kind, FaultRule.inject(Fault.connectionLost(Moment.BEFORE_APPLY)).into("UploadPart"))) {
      assertThatThrownBy(() -> store.put("a", Content.stream(TWO_PARTS)))
          .hasFieldOrPropertyWithValue("reason", Reason.FAILED);

      assertNothingLeft(store);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void put_conflictOnEachCompletion_failsAndUploadIsAborted(Kind kind) {
    try (ObjectsUnderTest store =
        open(kind, FaultRule.inject(Fault.conditionalConflict()).into("CompleteMultipartUpload"))) {
      assertThatThrownBy(() -> store.put("a", Content.stream(TWO_PARTS)))
          .hasFieldOrPropertyWithValue("reason", Reason.CONFLICT);

      assertNothingLeft(store);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void put_abortFailsToo_bothAreTold(Kind kind) {
    try (ObjectsUnderTest store =
        open(
            kind,
            FaultRule.inject(Fault.connectionLost(Moment.BEFORE_APPLY)).into("UploadPart"),
            FaultRule.inject(Fault.serverError(Moment.BEFORE_APPLY))
                .into("AbortMultipartUpload"))) {
      assertThatThrownBy(() -> store.put("a", Content.stream(TWO_PARTS)))
          .isInstanceOf(ObjectStoreException.class)
          .satisfies(failure -> assertThat(failure.getCause().getSuppressed()).isNotEmpty());

      assertThat(store.openUploads("", null).uploads()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_keyTakenMeanwhile_isRefusedAndUploadIsAborted(Kind kind) {
    try (ObjectsUnderTest store = open(kind)) {
      InputStream racing =
          new SequenceInputStream(
              Content.stream(TWO_PARTS), Content.whenRead(() -> store.put("a", "the other's")));

      assertThatThrownBy(() -> store.put("a", racing))
          .hasFieldOrPropertyWithValue("reason", Reason.OBJECT_EXISTS);

      assertThat(store.openUploads("", null).uploads()).isEmpty();
      assertThat(store.get("a", ExpectedContent.atMost(99)).asUtf8String())
          .isEqualTo("the other's");
    }
  }
}
