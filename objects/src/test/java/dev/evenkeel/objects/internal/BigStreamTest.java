package dev.evenkeel.objects.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.S3Storage;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.security.DigestInputStream;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkBytes;

/**
 * Streams much larger than what may be in memory. The store runs in another JVM, so that this one's
 * heap is the library's; what survives a collection is what it holds.
 */
@Tag("deep")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BigStreamTest {
  private static final int LENGTH = 64 * Content.MIB;

  /** Four parts of 5 MiB, and what the client has on its way of them. */
  private static final long HELD_MAX = 32 * Content.MIB;

  private LocalS3 local;
  private BucketSpec spec;

  @BeforeAll
  void start() {
    local = LocalS3.startProcess(S3Storage.TEMPORARY_FOLDER, "-Xmx512m", "-XX:TieredStopAtLevel=1");
    spec = BucketSpec.builder(local.newBucket()).partBytes(BucketSpec.PART_BYTES_MIN).build();
  }

  @AfterAll
  void stop() {
    local.close();
  }

  @ParameterizedTest
  @EnumSource
  void putAndCopy_64MiB_holdFewParts(Kind kind) {
    try (ObjectsUnderTest store = ObjectsUnderTest.open(kind, local, spec)) {
      HeldAtMost held = new HeldAtMost();
      DigestInputStream source = Content.endless(LENGTH, held::look);
      WrittenObject written =
          store.put(kind.name(), store.source(source, -1), ObjectMetadata.empty());
      Content.Hashing copy = new Content.Hashing(held::look);
      store.copy(kind.name(), ExpectedContent.of(written), copy);

      SdkBytes sent = SdkBytes.fromByteArray(source.getMessageDigest().digest());
      assertThat(written.length()).isEqualTo(LENGTH);
      assertThat(written.sha256()).isEqualTo(sent);
      assertThat(copy.length).isEqualTo(LENGTH);
      assertThat(SdkBytes.fromByteArray(copy.sha256.digest())).isEqualTo(sent);
      assertThat(held.most()).isBetween(1L, HELD_MAX);
    }
  }

  @Test
  void counter_wholeObjectHeld_isSeen() {
    HeldAtMost held = new HeldAtMost();
    SdkBytes kept = Content.bytes(LENGTH);
    held.look(0);

    assertThat(held.most()).isGreaterThan(HELD_MAX);
    assertThat(kept.asByteArrayUnsafe()).hasSize(LENGTH);
  }

  /** The growth of the live heap since the beginning, measured every 16 MiB. */
  private static final class HeldAtMost {
    private final long before = alive();
    private long most;
    private long nextLook;

    synchronized void look(long position) {
      if (position >= nextLook) {
        nextLook = position + 16 * Content.MIB;
        most = Math.max(most, alive() - before);
      }
      if (position == LENGTH) {
        nextLook = 0;
      }
    }

    synchronized long most() {
      return most;
    }

    private static long alive() {
      System.gc();
      List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans();
      return pools.stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .mapToLong(pool -> pool.getCollectionUsage().getUsed())
          .sum();
    }
  }
}
