package dev.evenkeel.objects.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.spec.BucketSpec.ObjectEncryption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.model.StorageClass;

class BucketSpecTest {
  private static BucketSpec.Builder spec() {
    return BucketSpec.builder("a-bucket");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abc",
        "a-b.c",
        "1-2",
        "my-ap-abcdefghijklmnopqrstuvwx12345-s3alias",
        "123456789012345678901234567890123456789012345678901234567890123"
      })
  void builder_generalPurposeBucket_isTaken(String name) {
    assertThat(BucketSpec.builder(name).build().bucket()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ab",
        "Abc",
        "a_b",
        "-ab",
        "ab-",
        "a..b",
        "1.2.3.4",
        "xn--abc",
        "sthree-abc",
        "amzn-s3-demo-bucket",
        "abc--ol-s3",
        "abc.mrap",
        "abc--table-s3",
        "1234567890123456789012345678901234567890123456789012345678901234",
        "arn:aws:s3:::abc"
      })
  void builder_otherName_isRefused(String name) {
    assertThatThrownBy(() -> BucketSpec.builder(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + name + "'");
  }

  @Test
  void builder_directoryBucket_isRefusedWithTheReason() {
    assertThatThrownBy(() -> BucketSpec.builder("abc--use1-az4--x-s3"))
        .hasMessageContaining("directory bucket");
  }

  @Test
  void prefix_withoutSlash_getsOne() {
    assertThat(spec().build().prefix()).isEmpty();
    assertThat(spec().prefix("").build().fullKey("k")).isEqualTo("k");
    assertThat(spec().prefix("a/b").build().prefix()).isEqualTo("a/b/");
    assertThat(spec().prefix("a/b/").build().fullKey("c/d")).isEqualTo("a/b/c/d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/a", "a//b", ".", "..", "a/../b", "./a", "a\nb", "ä", "a\u007f"})
  void prefix_thatMayBeMisread_isRefused(String prefix) {
    assertThatThrownBy(() -> spec().prefix(prefix)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void prefix_longest_leavesRoomForAKey() {
    String longest = "p".repeat(BucketSpec.PREFIX_BYTES_MAX - 1);
    BucketSpec spec = spec().prefix(longest).build();

    assertThat(spec.fullKey("k".repeat(512))).hasSize(BucketSpec.KEY_BYTES_MAX);
    assertThatThrownBy(() -> spec.fullKey("k".repeat(513))).hasMessageContaining("1025 bytes");
    assertThatThrownBy(() -> spec.fullKey("ü".repeat(257))).hasMessageContaining("1026 bytes");
    assertThatThrownBy(() -> spec().prefix(longest + "p"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "12345678901", "1234567890123", "12345678901x", "１２３４５６７８９０１２"})
  void owner_notTwelveDigits_isRefused(String owner) {
    assertThatThrownBy(() -> spec().expectedBucketOwner(owner))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GLACIER", "DEEP_ARCHIVE", "EXPRESS_ONEZONE", "SNOW"})
  void storageClass_notReadableAtOnce_isRefused(String storageClass) {
    assertThatThrownBy(() -> spec().storageClass(StorageClass.fromValue(storageClass)))
        .hasMessageContaining(storageClass);
  }

  @Test
  void sizes_outsideTheirBounds_areRefused() {
    assertThatThrownBy(() -> spec().partBytes(BucketSpec.PART_BYTES_MIN - 1))
        .hasMessage("partBytes must be between 5242880 and 1073741824 but is 5242879");
    assertThatThrownBy(() -> spec().partsInFlightMax(0)).hasMessageContaining("between 1 and 64");
    assertThatThrownBy(() -> spec().attemptsMax(0)).hasMessageContaining("between 1 and 20");
    assertThatThrownBy(() -> spec().singlePutBytesMax(-1)).hasMessageContaining("but is -1");
    assertThatThrownBy(() -> new ObjectEncryption.Kms(" ", true)).hasMessageContaining("blank");
  }

  @Test
  void build_builderChangedAfterwards_specStays() {
    BucketSpec.Builder builder = spec().prefix("a");
    BucketSpec spec = builder.build();

    builder.prefix("b").attemptsMax(1);

    assertThat(spec.prefix()).isEqualTo("a/");
    assertThat(spec.attemptsMax()).isEqualTo(4);
    assertThat(spec).hasToString("s3://a-bucket/a/");
  }
}
