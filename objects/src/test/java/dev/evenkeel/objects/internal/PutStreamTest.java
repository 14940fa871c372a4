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
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.s3.S3Client;

/** Sources that become objects, in one request or in parts. */
class PutStreamTest extends StreamsToPut {
  PutStreamTest(LocalS3 local) {
    super(local);
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(ints = {0, 1, PART - 1, PART, PART + 1, 3 * PART + 3})
  void put_lengthsAroundParts_areReadAsWritten(int length) {
    SdkBytes value = Content.bytes(length);
    for (Kind kind : Kind.values()) {
      try (ObjectsUnderTest store = open(kind)) {
        WrittenObject written = store.put(kind.name(), Content.stream(value));

        assertThat(written.length()).isEqualTo(length);
        assertThat(written.sha256()).isEqualTo(Content.sha256(value));
        assertThat(store.get(kind.name(), ExpectedContent.of(written))).isEqualTo(value);
        assertThat(store.openUploads("", null).uploads()).isEmpty();
      }
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void put_onePartAtATime_isReadAsWritten(Kind kind) {
    spec = BucketSpec.builder(spec.bucket()).partBytes(PART).partsInFlightMax(1).build();
    try (ObjectsUnderTest store = open(kind)) {
      WrittenObject written = store.put("a", Content.stream(VALUE));

      assertThat(store.get("a", ExpectedContent.of(written))).isEqualTo(VALUE);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void put_sourceFailsHalfWay_uploadIsAbortedAndFailureStaysWhatItIs(Kind kind) {
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

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void put_sourceEndsBeforeItsLength_nothingIsWritten(Kind kind) {
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
  void put_sourceGivesMoreThanAsked_isRefused(Kind kind) {
    ByteSource greedy = bytesMax -> Flow.of(ByteBuffer.allocate(bytesMax + 1));
    try (ObjectsUnderTest store = open(kind)) {
      assertThatThrownBy(() -> store.put("a", greedy, ObjectMetadata.empty()))
          .isInstanceOf(IllegalStateException.class);

      assertNothingLeft(store);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void put_sourceOfTheOtherKind_failsInsteadOfBlocking(Kind kind) {
    Kind other = kind == Kind.SYNC ? Kind.ASYNC : Kind.SYNC;
    try (ObjectsUnderTest store = open(kind);
        ObjectsUnderTest others = open(other)) {
      ByteSource source = others.source(Content.stream(TWO_PARTS), -1);

      assertThatThrownBy(() -> store.put("a", source, ObjectMetadata.empty()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void put_anObjectAsSource_isCopied(Kind kind) {
    ObjectFlows flows = ObjectFlows.of(spec);
    try (ObjectsUnderTest store = open(kind)) {
      WrittenObject written = store.put("a", Content.stream(TWO_PARTS));

      WrittenObject copy =
          store.put("b", flows.open("a", ExpectedContent.of(written)), ObjectMetadata.empty());

      assertThat(copy.sha256()).isEqualTo(written.sha256());
    }
  }

  @Tag("deep")
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
