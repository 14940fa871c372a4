package dev.evenkeel.objects.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.internal.shell.ByteSources;
import dev.evenkeel.objects.internal.shell.S3Runner;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.s3.S3Client;

/** Objects read into memory and as streams. */
@ExtendWith(LocalS3Extension.class)
class GetTest {
  private static final int PART = BucketSpec.PART_BYTES_MIN;
  private static final SdkBytes VALUE = Content.bytes(2 * PART + 12_345);
  private static final ExpectedContent EXPECTED =
      ExpectedContent.of(2 * PART + 12_345, Content.sha256(VALUE));

  private final LocalS3 local;
  private BucketSpec spec;

  GetTest(LocalS3 local) {
    this.local = local;
  }

  @BeforeEach
  void newBucket() {
    spec = BucketSpec.builder(local.newBucket()).prefix("p").partBytes(PART).build();
  }

  private ObjectsUnderTest open(Kind kind, FaultRule... rules) {
    return open(kind, Faults.of(rules));
  }

  private ObjectsUnderTest open(Kind kind, FaultInjector faults) {
    return ObjectsUnderTest.open(kind, local, faults, spec);
  }

  @Test
  void open_readAgainAfterTheHashWasWrong_failsAgain() throws IOException {
    ExpectedContent other = ExpectedContent.of(3, Content.sha256(Content.bytes(1)));
    try (S3Client client = local.client()) {
      S3Runner runner = new S3Runner(client);
      ObjectFlows flows = ObjectFlows.of(spec);
      runner.run(flows.put("a", Content.bytes(3), ObjectMetadata.empty()));

      try (InputStream stream =
          ByteSources.toStream(flows.open("a", other), runner::run, spec.partBytes())) {
        assertThatThrownBy(stream::read).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
        assertThatThrownBy(stream::read).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void get_hugeLengthExpected_reservesNoMemoryForIt(Kind kind) {
    try (ObjectsUnderTest store = open(kind)) {
      store.put("a", VALUE, ObjectMetadata.empty());

      assertThatThrownBy(() -> store.get("a", ExpectedContent.ofLength(Integer.MAX_VALUE - 8)))
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
      assertThatThrownBy(() -> store.get("a", ExpectedContent.ofLength(Integer.MAX_VALUE)))
          .hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE)
          .hasMessageContaining("read it as a stream");
    }
  }

  private static SdkBytes copied(ObjectsUnderTest store, String key, ExpectedContent expected) {
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    store.copy(key, expected, copy);
    return SdkBytes.fromByteArrayUnsafe(copy.toByteArray());
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void get_everyWayOfKnowingTheContent_isWhatWasWritten(Kind kind) {
    try (ObjectsUnderTest store = open(kind)) {
      store.put("a", VALUE, ObjectMetadata.empty());

      for (ExpectedContent expected :
          new ExpectedContent[] {
            EXPECTED,
            ExpectedContent.ofLength(EXPECTED.length()),
            ExpectedContent.atMost(EXPECTED.length()),
            ExpectedContent.atMost(Long.MAX_VALUE)
          }) {
        assertThat(store.get("a", expected)).isEqualTo(VALUE);
        assertThat(copied(store, "a", expected)).isEqualTo(VALUE);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void get_smallObjectOfKnownLength_isOneRequest(Kind kind) {
    FaultInjector requests = Faults.of();
    try (ObjectsUnderTest writer = open(kind);
        ObjectsUnderTest store = open(kind, requests)) {
      writer.put("a", "small");

      store.get("a", ExpectedContent.ofLength(5));
      assertThat(requests.requestCount()).isEqualTo(1);
      store.get("a", ExpectedContent.atMost(100));
      assertThat(requests.requestCount()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void get_missing_saysSo(Kind kind) {
    try (ObjectsUnderTest store = open(kind)) {
      for (ExpectedContent expected :
          new ExpectedContent[] {
            EXPECTED, ExpectedContent.ofLength(0), ExpectedContent.atMost(9)
          }) {
        assertThatThrownBy(() -> store.get("absent", expected))
            .hasFieldOrPropertyWithValue("reason", Reason.OBJECT_MISSING)
            .hasMessageContaining("s3://" + spec.bucket() + "/p/absent");
        assertThatThrownBy(() -> copied(store, "absent", expected))
            .hasFieldOrPropertyWithValue("reason", Reason.OBJECT_MISSING);
      }
      assertThatThrownBy(() -> store.head("absent"))
          .hasFieldOrPropertyWithValue("reason", Reason.OBJECT_MISSING);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void get_longerOrShorterThanExpected_isRefused(Kind kind) {
    try (ObjectsUnderTest store = open(kind)) {
      store.put("a", VALUE, ObjectMetadata.empty());
      store.put("small", "12345");

      for (int length : new int[] {0, 4, 6, PART, 3 * PART}) {
        assertThatThrownBy(() -> store.get("small", ExpectedContent.ofLength(length)))
            .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
            .hasMessageContaining("5 bytes where " + length);
      }
      for (int length : new int[] {0, 1, PART, PART + 1, 2 * PART, 4 * PART}) {
        assertThatThrownBy(() -> store.get("a", ExpectedContent.ofLength(length)))
            .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
        assertThatThrownBy(() -> copied(store, "a", ExpectedContent.ofLength(length)))
            .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
      }
      assertThatThrownBy(() -> store.get("a", ExpectedContent.atMost(EXPECTED.length() - 1)))
          .hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void get_otherHashThanExpected_isRefusedBeforeTheEndIsHandedOut(Kind kind) {
    ExpectedContent other = ExpectedContent.of(EXPECTED.length(), Content.sha256(Content.bytes(1)));
    Content.Hashing taken = new Content.Hashing(position -> {});
    try (ObjectsUnderTest store = open(kind)) {
      store.put("a", VALUE, ObjectMetadata.empty());

      assertThatThrownBy(() -> store.get("a", other))
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
          .hasMessageContaining("SHA-256");
      assertThatThrownBy(() -> store.copy("a", other, taken))
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
      assertThat(taken.length).isEqualTo(2 * PART);
    }
  }

  @ParameterizedTest
  @EnumSource
  void get_bitTurnedOver_isNoticed(Kind kind) {
    try (ObjectsUnderTest store = open(kind, FaultRule.inject(Fault.corruptDownload()).nth(2))) {
      store.put("a", VALUE, ObjectMetadata.empty());

      assertThatThrownBy(() -> store.get("a", EXPECTED))
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void get_connectionsCut_resumedWhereTheyWere(Kind kind) {
    WrittenObject small;
    try (ObjectsUnderTest writer = open(kind)) {
      small = writer.put("small", Content.stream(Content.bytes(4_000)));
      writer.put("a", VALUE, ObjectMetadata.empty());
    }
    for (FaultRule cuts :
        new FaultRule[] {
          FaultRule.inject(Fault.downloadCut()).withProbability(0.4),
          FaultRule.inject(Fault.downloadCut(0)).first(1),
          FaultRule.inject(Fault.downloadCut(PART)).first(2),
          FaultRule.inject(Fault.connectionLost(Moment.AFTER_APPLY)).into("GetObject").first(2),
          FaultRule.inject(Fault.slowDown()).into("GetObject").nth(2)
        }) {
      FaultInjector faults = Faults.of(cuts);
      try (ObjectsUnderTest store = open(kind, faults)) {
        assertThat(copied(store, "a", EXPECTED)).isEqualTo(VALUE);
        assertThat(store.get("a", EXPECTED)).isEqualTo(VALUE);
        assertThat(store.get("small", ExpectedContent.of(small))).isEqualTo(Content.bytes(4_000));
        assertThat(faults.journal()).as("faults of %s", cuts).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void get_cutHalfWay_restIsAskedForAndNoMore(Kind kind) {
    FaultInjector faults =
        Faults.of(
            FaultRule.inject(Fault.downloadCut(3_000)).first(1),
            FaultRule.inject(Fault.downloadCut(900)).first(1));
    try (ObjectsUnderTest store = open(kind, faults)) {
      WrittenObject small = store.put("s", Content.stream(Content.bytes(4_000)));

      assertThat(store.get("s", ExpectedContent.of(small))).isEqualTo(Content.bytes(4_000));
      assertThat(faults.requestCount()).as("put, two that were cut, the rest").isEqualTo(4);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void get_cutEachTime_failsAfterTheAttempts(Kind kind) {
    FaultInjector faults = Faults.of(FaultRule.inject(Fault.downloadCut(10)));
    try (ObjectsUnderTest store = open(kind, faults)) {
      store.put("a", VALUE, ObjectMetadata.empty());

      assertThatThrownBy(() -> store.get("a", EXPECTED))
          .hasFieldOrPropertyWithValue("reason", Reason.FAILED)
          .hasMessageContaining("GetObject failed");
      assertThat(faults.journal()).hasSize(spec.attemptsMax());
    }
  }
}
