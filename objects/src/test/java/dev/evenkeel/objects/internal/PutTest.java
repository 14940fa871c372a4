package dev.evenkeel.objects.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Values in memory that become objects. */
@ExtendWith(LocalS3Extension.class)
class PutTest {
  private static final SdkBytes VALUE = Content.bytes(20_000);

  private final LocalS3 local;
  private BucketSpec spec;

  PutTest(LocalS3 local) {
    this.local = local;
  }

  @BeforeEach
  void newBucket() {
    spec = BucketSpec.builder(local.newBucket()).prefix("large/values").build();
  }

  private ObjectsUnderTest open(Kind kind, FaultInjector faults) {
    return ObjectsUnderTest.open(kind, local, faults, spec);
  }

  private static FaultRule onPut(Fault fault) {
    return FaultRule.inject(fault).into("PutObject");
  }

  @ParameterizedTest
  @EnumSource
  void put_newKey_canBeRead(Kind kind) {
    try (ObjectsUnderTest store = open(kind, Faults.of())) {
      WrittenObject written = store.put("a/b", VALUE, ObjectMetadata.empty());

      assertThat(written.key()).isEqualTo("a/b");
      assertThat(written.length()).isEqualTo(20_000);
      assertThat(written.sha256()).isEqualTo(Content.sha256(VALUE));
      assertThat(written.etag()).isNotNull();
      assertThat(store.get("a/b", ExpectedContent.of(written))).isEqualTo(VALUE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_emptyValue_canBeRead(Kind kind) {
    try (ObjectsUnderTest store = open(kind, Faults.of())) {
      WrittenObject written = store.put("empty", "");

      assertThat(store.get("empty", ExpectedContent.of(written)).asUtf8String()).isEmpty();
      assertThat(store.get("empty", ExpectedContent.atMost(5)).asUtf8String()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_keyOfAnotherObject_isRefusedAndChangesNothing(Kind kind) {
    try (ObjectsUnderTest store = open(kind, Faults.of())) {
      store.put("taken", "first");

      assertThatThrownBy(() -> store.put("taken", "other"))
          .hasFieldOrPropertyWithValue("reason", Reason.OBJECT_EXISTS)
          .hasMessageContaining("s3://" + spec.bucket() + "/large/values/taken")
          .hasCauseInstanceOf(S3Exception.class);
      assertThatThrownBy(() -> store.put("taken", "first"))
          .as("the same content is no reason to take another's object for one's own")
          .hasFieldOrPropertyWithValue("reason", Reason.OBJECT_EXISTS);
      assertThat(store.get("taken", ExpectedContent.ofLength(5)).asUtf8String()).isEqualTo("first");
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_manyWritersOfOneKey_exactlyOneSucceeds(Kind kind) {
    try (ObjectsUnderTest store = open(kind, Faults.of())) {
      List<CompletableFuture<String>> writers =
          IntStream.range(0, 16)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> {
                            try {
                              store.put("raced", "writer " + (i + 10));
                              return "writer " + (i + 10);
                            } catch (ObjectStoreException lost) {
                              assertThat(lost.reason()).isIn(Reason.OBJECT_EXISTS, Reason.CONFLICT);
                              return "";
                            }
                          }))
              .toList();
      List<String> winners =
          writers.stream().map(CompletableFuture::join).filter(name -> !name.isEmpty()).toList();

      assertThat(winners).hasSize(1);
      assertThat(store.get("raced", ExpectedContent.atMost(99)).asUtf8String())
          .isEqualTo(winners.get(0));
    }
  }

  /** Faults in a PutObject that the writer should not notice. */
  static Stream<Arguments> passingFaults() {
    return Stream.of(
            Fault.connectionLost(Moment.BEFORE_APPLY),
            Fault.connectionLost(Moment.AFTER_APPLY),
            Fault.timeout(Moment.AFTER_APPLY),
            Fault.serverError(Moment.BEFORE_APPLY),
            Fault.serverError(Moment.AFTER_APPLY),
            Fault.slowDown(),
            Fault.conditionalConflict(),
            Fault.preconditionFailed(Moment.BEFORE_APPLY),
            Fault.preconditionFailed(Moment.AFTER_APPLY),
            Fault.uploadCut())
        .flatMap(fault -> Stream.of(Kind.values()).map(kind -> Arguments.of(kind, fault)));
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("passingFaults")
  void put_oneFault_isOvercome(Kind kind, Fault fault) {
    FaultInjector faults = Faults.of(onPut(fault).first(1));
    try (ObjectsUnderTest store = open(kind, faults)) {
      WrittenObject written = store.put("a", VALUE, ObjectMetadata.empty());

      assertThat(faults.journal()).hasSize(1);
      assertThat(written.etag()).isNotNull();
      assertThat(store.get("a", ExpectedContent.of(written))).isEqualTo(VALUE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_everyAnswerLost_isFoundByLooking(Kind kind) {
    FaultInjector faults = Faults.of(onPut(Fault.connectionLost(Moment.AFTER_APPLY)));
    try (ObjectsUnderTest store = open(kind, faults)) {
      WrittenObject written = store.put("a", VALUE, ObjectMetadata.empty());

      assertThat(faults.journal()).hasSize(spec.attemptsMax());
      assertThat(store.get("a", ExpectedContent.of(written))).isEqualTo(VALUE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_answerLostAndKeyTakenByAnother_isRefused(Kind kind) {
    FaultInjector faults = Faults.of(onPut(Fault.connectionLost(Moment.AFTER_APPLY)).first(1));
    try (ObjectsUnderTest quiet = open(kind, Faults.of());
        ObjectsUnderTest store = open(kind, faults)) {
      quiet.put("a", "another's");

      assertThatThrownBy(() -> store.put("a", VALUE, ObjectMetadata.empty()))
          .hasFieldOrPropertyWithValue("reason", Reason.OBJECT_EXISTS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_neverReachesTheStore_failsAfterTheAttempts(Kind kind) {
    FaultInjector faults = Faults.of(onPut(Fault.connectionLost(Moment.BEFORE_APPLY)));
    try (ObjectsUnderTest store = open(kind, faults)) {
      assertThatThrownBy(() -> store.put("a", VALUE, ObjectMetadata.empty()))
          .hasFieldOrPropertyWithValue("reason", Reason.FAILED)
          .hasMessageContaining("large/values/a")
          .hasMessageContaining("PutObject failed");
      assertThat(faults.journal()).hasSize(spec.attemptsMax());
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_conflictEachTime_failsAfterTheAttempts(Kind kind) {
    FaultInjector faults = Faults.of(onPut(Fault.conditionalConflict()));
    try (ObjectsUnderTest store = open(kind, faults)) {
      assertThatThrownBy(() -> store.put("a", VALUE, ObjectMetadata.empty()))
          .hasFieldOrPropertyWithValue("reason", Reason.CONFLICT);
      assertThat(faults.journal()).hasSize(spec.attemptsMax());
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_metadata_comesBackAsItWas(Kind kind) {
    ObjectMetadata metadata =
        ObjectMetadata.empty().with("partition-key", "Zoë#東京\n\u0000🚢").with("sort-key", "");
    try (ObjectsUnderTest store = open(kind, Faults.of())) {
      store.put("a", VALUE, metadata);

      assertThat(store.head("a").metadata()).isEqualTo(metadata);
      assertThat(store.head("a").metadata().get("Partition-Key")).isEqualTo("Zoë#東京\n\u0000🚢");
      assertThat(store.head("a").length()).isEqualTo(20_000);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void put_moreThanOneRequestTakes_goesInParts(Kind kind) {
    SdkBytes value = Content.bytes(12 * Content.MIB);
    spec =
        BucketSpec.builder(spec.bucket())
            .partBytes(BucketSpec.PART_BYTES_MIN)
            .singlePutBytesMax(Content.MIB)
            .build();
    try (ObjectsUnderTest store = open(kind, Faults.of())) {
      WrittenObject written = store.put("a", value, ObjectMetadata.empty().with("n", "v"));

      assertThat(written.sha256()).isEqualTo(Content.sha256(value));
      assertThat(written.etag()).as("S3's form for three parts").contains("-3");
      assertThat(store.get("a", ExpectedContent.of(written))).isEqualTo(value);
      assertThat(store.head("a").metadata().get("n")).isEqualTo("v");
    }
  }
}
