package dev.evenkeel.objects.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.objects.internal.shell.ByteSources;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.objects.internal.spec.ByteSource;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.InjectedFault;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.testkit.gen.Rounds;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.s3.S3Client;

/** Sources that become objects, in one request or in parts. */
@ExtendWith(LocalS3Extension.class)
class PutStreamTest {
  private static final int PART = BucketSpec.PART_BYTES_MIN;
  private static final SdkBytes VALUE = Content.bytes(2 * PART + 1);
  private static final SdkBytes TWO_PARTS = Content.bytes(PART + 1);

  private final LocalS3 local;
  private BucketSpec spec;

  PutStreamTest(LocalS3 local) {
    this.local = local;
  }

  @BeforeEach
  void newBucket() {
    spec = BucketSpec.builder(local.newBucket()).prefix("p").partBytes(PART).build();
  }

  private ObjectsUnderTest open(ObjectsUnderTest.Kind kind, FaultRule... rules) {
    return open(kind, Faults.of(rules));
  }

  private ObjectsUnderTest open(ObjectsUnderTest.Kind kind, FaultInjector faults) {
    return kind.open(local, faults, spec);
  }

  private void assertNothingLeft(ObjectsUnderTest store) {
    assertThat(store.list("", null).objects()).isEmpty();
    assertThat(store.openUploads("", null).uploads()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, PART - 1, PART, PART + 1, 3 * PART + 3})
  void put_lengthsAroundParts_areReadAsWritten(int length) {
    SdkBytes value = Content.bytes(length);
    for (ObjectsUnderTest.Kind kind : ObjectsUnderTest.Kind.values()) {
      try (ObjectsUnderTest store = open(kind)) {
        WrittenObject written = store.put(kind.name(), Content.stream(value));

        assertThat(written.length()).isEqualTo(length);
        assertThat(written.sha256()).isEqualTo(Content.sha256(value));
        assertThat(store.get(kind.name(), ExpectedContent.of(written))).isEqualTo(value);
        assertThat(store.openUploads("", null).uploads()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_onePartAtATime_isReadAsWritten(ObjectsUnderTest.Kind kind) {
    spec = BucketSpec.builder(spec.bucket()).partBytes(PART).partsInFlightMax(1).build();
    try (ObjectsUnderTest store = open(kind)) {
      WrittenObject written = store.put("a", Content.stream(VALUE));

      assertThat(store.get("a", ExpectedContent.of(written))).isEqualTo(VALUE);
    }
  }

  /** Faults in an upload's requests that the writer should not notice. */
  static List<Arguments> passingFaults() {
    return Rounds.inTurn(
        Stream.of(ObjectsUnderTest.Kind.values())
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
  void put_oneFault_isOvercome(ObjectsUnderTest.Kind kind, String operation, Fault fault) {
    FaultInjector faults = Faults.of(FaultRule.inject(fault).into(operation).first(1));
    try (ObjectsUnderTest store = open(kind, faults)) {
      WrittenObject written = store.put("a", Content.stream(TWO_PARTS));

      assertThat(faults.journal()).extracting(InjectedFault::operation).containsExactly(operation);
      assertThat(store.get("a", ExpectedContent.of(written))).isEqualTo(TWO_PARTS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_partNeverArrives_uploadIsAborted(ObjectsUnderTest.Kind kind) {
    try (ObjectsUnderTest store =
        open(
            kind, FaultRule.inject(Fault.connectionLost(Moment.BEFORE_APPLY)).into("UploadPart"))) {
      assertThatThrownBy(() -> store.put("a", Content.stream(TWO_PARTS)))
          .hasFieldOrPropertyWithValue("reason", Reason.FAILED);

      assertNothingLeft(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_conflictOnEachCompletion_failsAndUploadIsAborted(ObjectsUnderTest.Kind kind) {
    try (ObjectsUnderTest store =
        open(kind, FaultRule.inject(Fault.conditionalConflict()).into("CompleteMultipartUpload"))) {
      assertThatThrownBy(() -> store.put("a", Content.stream(TWO_PARTS)))
          .hasFieldOrPropertyWithValue("reason", Reason.CONFLICT);

      assertNothingLeft(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_abortFailsToo_bothAreTold(ObjectsUnderTest.Kind kind) {
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
  void put_keyTakenMeanwhile_isRefusedAndUploadIsAborted(ObjectsUnderTest.Kind kind) {
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

  @ParameterizedTest
  @EnumSource
  void put_sourceFailsHalfWay_uploadIsAbortedAndFailureStaysWhatItIs(ObjectsUnderTest.Kind kind) {
    IllegalStateException broken = new IllegalStateException("broken");
    try (ObjectsUnderTest store = open(kind)) {
      ByteSource source = store.source(Content.stream(VALUE), -1);
      ByteSource breaking =
          new ByteSource() {
            private long taken;

            @Override
            public Flow<ByteBuffer> next(int bytesMax) {
              return taken >= 2 * PART
                  ? Flow.failed(broken)
                  : source
                      .next(bytesMax)
                      .map(
                          piece -> {
                            taken += piece.remaining();
                            return piece;
                          });
            }
          };

      assertThatThrownBy(() -> store.put("a", breaking, ObjectMetadata.empty())).isSameAs(broken);

      assertNothingLeft(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_sourceEndsBeforeItsLength_nothingIsWritten(ObjectsUnderTest.Kind kind) {
    try (ObjectsUnderTest store = open(kind)) {
      ByteSource inParts = store.source(Content.stream(TWO_PARTS), PART + 2);
      ByteSource small = store.source(Content.stream(Content.bytes(10)), 11);

      assertThatThrownBy(() -> store.put("a", inParts, ObjectMetadata.empty()))
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
      assertThatThrownBy(() -> store.put("a", small, ObjectMetadata.empty()))
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
          .hasMessageContaining("after 10 bytes and had declared 11");

      assertNothingLeft(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_sourceGivesMoreThanAsked_isRefused(ObjectsUnderTest.Kind kind) {
    ByteSource greedy = bytesMax -> Flow.of(ByteBuffer.allocate(bytesMax + 1));
    try (ObjectsUnderTest store = open(kind)) {
      assertThatThrownBy(() -> store.put("a", greedy, ObjectMetadata.empty()))
          .isInstanceOf(IllegalStateException.class);

      assertNothingLeft(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_sourceOfTheOtherKind_failsInsteadOfBlocking(ObjectsUnderTest.Kind kind) {
    ObjectsUnderTest.Kind other =
        kind == ObjectsUnderTest.Kind.SYNC
            ? ObjectsUnderTest.Kind.ASYNC
            : ObjectsUnderTest.Kind.SYNC;
    try (ObjectsUnderTest store = open(kind);
        ObjectsUnderTest others = open(other)) {
      ByteSource source = others.source(Content.stream(TWO_PARTS), -1);

      assertThatThrownBy(() -> store.put("a", source, ObjectMetadata.empty()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_anObjectAsSource_isCopied(ObjectsUnderTest.Kind kind) {
    ObjectFlows flows = ObjectFlows.of(spec);
    try (ObjectsUnderTest store = open(kind)) {
      WrittenObject written = store.put("a", Content.stream(TWO_PARTS));

      WrittenObject copy =
          store.put("b", flows.open("a", ExpectedContent.of(written)), ObjectMetadata.empty());

      assertThat(copy.sha256()).isEqualTo(written.sha256());
    }
  }

  @Test
  void put_sameFlowTwice_isRefusedForASourceAndNotForBytes() {
    BucketSpec small = BucketSpec.builder(spec.bucket()).singlePutBytesMax(10).build();
    ObjectFlows flows = ObjectFlows.of(small);
    try (S3Client client = local.client()) {
      Flow<WrittenObject> ofSource =
          flows.put("a", ByteSources.ofStream(Content.stream(VALUE), -1), ObjectMetadata.empty());
      Flow<WrittenObject> ofBytes = flows.put("b", VALUE, ObjectMetadata.empty());

      run(client, ofSource);
      assertThatThrownBy(() -> run(client, ofSource))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("can be read once");
      run(client, ofBytes);
      run(client, flows.delete("b"));
      assertThat(run(client, ofBytes).sha256()).isEqualTo(Content.sha256(VALUE));
    }
  }

  private static <T> T run(S3Client client, Flow<T> flow) {
    return SyncRunner.create().run(flow, ObjectCalls.sync(client)::apply, Deadline.NONE);
  }
}
