package dev.evenkeel.objects.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.objects.internal.spec.ByteSource;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/** Parts by the ten thousand, which are too many bytes for a server. */
class PartedPutTest {
  private static final int MIB = 1024 * 1024;

  private final BucketSpec spec = BucketSpec.builder("bucket").build();
  private final Store store = new Store(spec);
  private final Script script = new Script(this::answer);
  private List<CompletedPart> completed = List.of();

  private Object answer(Request<?> request) {
    if (request instanceof ObjectRequest.NewId) {
      return "id";
    } else if (request instanceof ObjectRequest.Upload<?> upload) {
      int number = ((UploadPartRequest) upload.request()).partNumber();
      return UploadPartResponse.builder().eTag("e" + number).checksumCRC32("c" + number).build();
    }
    Object sent = ((ObjectRequest.Send<?>) request).request();
    if (sent instanceof CompleteMultipartUploadRequest complete) {
      completed = complete.multipartUpload().parts();
      return CompleteMultipartUploadResponse.builder().eTag("whole").build();
    }
    return sent instanceof AbortMultipartUploadRequest
        ? AbortMultipartUploadResponse.builder().build()
        : CreateMultipartUploadResponse.builder().uploadId("u").build();
  }

  /** A source of so many pieces of one byte. */
  private static ByteSource bytes(int count) {
    return new ByteSource() {
      private int left = count;

      @Override
      public Flow<ByteBuffer> next(int bytesMax) {
        return Flow.defer(() -> Flow.of(ByteBuffer.allocate(left-- > 0 ? 1 : 0)));
      }
    };
  }

  private Object put(int parts) {
    ObjectUpload.Target target = new ObjectUpload.Target("k", "k", ObjectMetadata.empty());
    return script.run(new PartedPut(store, new ObjectUpload(store), target, bytes(parts), 1).run());
  }

  @Test
  void run_tenThousandParts_areCompletedInOrderWithTheirChecksums() {
    WrittenObject written = (WrittenObject) put(BucketSpec.PARTS_MAX);

    assertThat(written.length()).isEqualTo(10_000);
    assertThat(completed).hasSize(10_000);
    assertThat(completed.get(9_999))
        .isEqualTo(
            CompletedPart.builder()
                .partNumber(10_000)
                .eTag("e10000")
                .checksumCRC32("c10000")
                .build());
    assertThat(script.asked()).doesNotContain("AbortMultipartUpload");
  }

  @Test
  void run_onePartMore_isRefusedWithTheNumberAndAborted() {
    assertThat(put(BucketSpec.PARTS_MAX + 1))
        .hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE)
        .hasToString(
            "dev.evenkeel.objects.spec.ObjectStoreException: s3://bucket/k: the source has more"
                + " than 10000 parts of 1 bytes; let it tell its length, or raise partBytes");
    assertThat(script.asked()).endsWith("AbortMultipartUpload");
    assertThat(script.asked()).doesNotContain("CompleteMultipartUpload");
    assertThat(Collections.frequency(script.asked(), "UploadPart")).isLessThanOrEqualTo(10_000);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 8388608", // not known
    "0, 8388608",
    "83886080000, 8388608", // 10,000 parts of 8 MiB
    "83886080001, 9437184",
    "10737418240000, 1073741824", // 10,000 parts of 1 GiB
  })
  void put_lengthOfTheSource_decidesThePartSize(long length, int partBytes) {
    List<Integer> asked = new ArrayList<>();
    ByteSource source =
        new ByteSource() {
          @Override
          public Flow<ByteBuffer> next(int bytesMax) {
            asked.add(bytesMax);
            return Flow.failed(new IllegalStateException("enough"));
          }

          @Override
          public long length() {
            return length;
          }
        };
    script.run(new ObjectUpload(store).put("k", source, ObjectMetadata.empty()));

    assertThat(asked).containsExactly(partBytes);
    assertThat(spec.partBytes()).isEqualTo(8 * MIB);
  }

  @Test
  void put_longerThanAnyParts_isRefusedAtOnce() {
    ByteSource endless =
        new ByteSource() {
          @Override
          public Flow<ByteBuffer> next(int bytesMax) {
            throw new AssertionError("not to be read");
          }

          @Override
          public long length() {
            return 10_737_418_240_001L;
          }
        };

    assertThatThrownBy(() -> new ObjectUpload(store).put("k", endless, ObjectMetadata.empty()))
        .hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE)
        .hasMessageContaining("10737418240001 bytes do not fit 10000 parts");
  }
}
