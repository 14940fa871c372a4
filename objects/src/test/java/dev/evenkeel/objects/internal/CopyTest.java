package dev.evenkeel.objects.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.io.OutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkBytes;

/** Objects that change while they are copied to a stream. */
@ExtendWith(LocalS3Extension.class)
class CopyTest {
  private static final int PART = BucketSpec.PART_BYTES_MIN;
  private static final SdkBytes VALUE = Content.bytes(2 * PART + 12_345);

  private final LocalS3 local;

  CopyTest(LocalS3 local) {
    this.local = local;
  }

  private ObjectsUnderTest open(Kind kind) {
    BucketSpec spec = BucketSpec.builder(local.newBucket()).prefix("p").partBytes(PART).build();
    return ObjectsUnderTest.open(kind, local, Faults.of(), spec);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void copy_replacedMeanwhile_isNoticed(Kind kind) {
    try (ObjectsUnderTest store = open(kind)) {
      store.put("a", VALUE, ObjectMetadata.empty());
      OutputStream replacing =
          whenWritten(
              () -> {
                store.delete("a");
                byte[] other = VALUE.asByteArray();
                other[0]++;
                store.put("a", SdkBytes.fromByteArray(other), ObjectMetadata.empty());
              });

      assertThatThrownBy(
              () ->
                  store.copy(
                      "a", ExpectedContent.ofLength(VALUE.asByteArrayUnsafe().length), replacing))
          .hasFieldOrPropertyWithValue("reason", Reason.CHANGED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void copy_deletedMeanwhile_isNoticed(Kind kind) {
    try (ObjectsUnderTest store = open(kind)) {
      store.put("a", VALUE, ObjectMetadata.empty());
      ExpectedContent expected =
          ExpectedContent.of(VALUE.asByteArrayUnsafe().length, Content.sha256(VALUE));
      OutputStream deleting = whenWritten(() -> store.delete("a"));

      assertThatThrownBy(() -> store.copy("a", expected, deleting))
          .hasFieldOrPropertyWithValue("reason", Reason.OBJECT_MISSING);
    }
  }

  /** Does something when the first bytes come. */
  private static OutputStream whenWritten(Runnable action) {
    return new Content.Hashing(position -> {}) {
      private boolean done;

      @Override
      public void write(byte[] bytes, int offset, int count) {
        if (!done) {
          done = true;
          action.run();
        }
      }
    };
  }
}
