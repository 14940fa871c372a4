package dev.evenkeel.objects.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.BucketSpec.ObjectEncryption;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.FaultPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** The bucket's owner, and the settings of written objects. */
@ExtendWith(LocalS3Extension.class)
class OwnerTest {
  private static final String OWNER = "111122223333";
  private static final String OWNER_HEADER = "x-amz-expected-bucket-owner";

  private final LocalS3 local;

  OwnerTest(LocalS3 local) {
    this.local = local;
  }

  private static BucketSpec.Builder spec(String bucket) {
    return BucketSpec.builder(bucket)
        .prefix("p")
        .expectedBucketOwner(OWNER)
        .partBytes(BucketSpec.PART_BYTES_MIN);
  }

  /** Everything a store can do, some of it on nothing. */
  private static List<ThrowingCallable> everything(ObjectsUnderTest store) {
    return List.of(
        () -> store.put("a", "text"),
        () -> store.put("b", Content.stream(Content.bytes(11 * Content.MIB))),
        () -> store.get("b", ExpectedContent.atMost(99 * Content.MIB)),
        () -> store.copy("a", ExpectedContent.ofLength(4), new Content.Hashing(position -> {})),
        () -> store.head("a"),
        () -> store.list("", null),
        () -> store.openUploads("", null),
        () -> store.abort("c", "no-such-upload"),
        () -> store.delete(List.of("a")),
        () -> store.delete("b"));
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void anyRequest_carriesTheOwner(Kind kind) throws Throwable {
    Recorder recorder = new Recorder();
    BucketSpec spec = spec(local.newBucket()).build();
    try (ObjectsUnderTest store =
        ObjectsUnderTest.open(
            kind,
            local,
            FaultPlan.none().injector(),
            spec,
            settings -> settings.apply(c -> c.addExecutionInterceptor(recorder)))) {
      for (ThrowingCallable action : everything(store)) {
        action.call();
      }
    }

    assertThat(recorder.sent)
        .allSatisfy(
            sent ->
                assertThat(sent.http().firstMatchingHeader(OWNER_HEADER))
                    .as(sent.name())
                    .hasValue(OWNER));
    assertThat(recorder.sent.stream().map(Sent::name).distinct())
        .containsExactlyInAnyOrder(
            "PutObjectRequest",
            "CreateMultipartUploadRequest",
            "UploadPartRequest",
            "CompleteMultipartUploadRequest",
            "AbortMultipartUploadRequest",
            "GetObjectRequest",
            "HeadObjectRequest",
            "ListObjectsV2Request",
            "ListMultipartUploadsRequest",
            "DeleteObjectsRequest",
            "DeleteObjectRequest");
  }

  @ParameterizedTest
  @EnumSource
  void anyRequest_toABucketOfAnotherAccount_isDeniedByName(Kind kind) {
    try (HttpStub other =
            HttpStub.start(
                exchange ->
                    OWNER.equals(exchange.getRequestHeaders().getFirst(OWNER_HEADER))
                        ? HttpStub.Reply.error(403, "AccessDenied")
                        : HttpStub.Reply.error(400, "NoOwnerGiven"));
        ObjectsUnderTest store =
            ObjectsUnderTest.open(
                kind,
                LocalS3.at(other.endpoint()),
                FaultPlan.none().injector(),
                spec("their-bucket").build())) {
      for (ThrowingCallable action : everything(store)) {
        assertThatThrownBy(action)
            .hasFieldOrPropertyWithValue("reason", Reason.ACCESS_DENIED)
            .hasMessageContaining("s3://their-bucket/")
            .hasMessageContaining(OWNER)
            .hasCauseInstanceOf(S3Exception.class);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void anyRequest_toNoBucket_saysSoWhereS3Does(Kind kind) {
    BucketSpec spec = spec("no-such-bucket-here").build();
    try (ObjectsUnderTest store =
        ObjectsUnderTest.open(kind, local, FaultPlan.none().injector(), spec)) {
      assertThatThrownBy(() -> store.put("a", "x"))
          .hasFieldOrPropertyWithValue("reason", Reason.BUCKET_MISSING)
          .hasMessageContaining("s3://no-such-bucket-here/p/a");
      assertThatThrownBy(() -> store.get("a", ExpectedContent.ofLength(1)))
          .hasFieldOrPropertyWithValue("reason", Reason.BUCKET_MISSING);
      assertThatThrownBy(() -> store.list("", null))
          .hasFieldOrPropertyWithValue("reason", Reason.BUCKET_MISSING);
      assertThatThrownBy(() -> store.put("b", Content.stream(Content.bytes(6 * Content.MIB))))
          .hasFieldOrPropertyWithValue("reason", Reason.BUCKET_MISSING);
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_errorWithoutATypeOfItsOwn_isAnObjectStoreException(Kind kind) {
    try (HttpStub odd = HttpStub.start(exchange -> HttpStub.Reply.error(400, "KeyTooLongError"));
        ObjectsUnderTest store =
            ObjectsUnderTest.open(
                kind,
                LocalS3.at(odd.endpoint()),
                FaultPlan.none().injector(),
                spec("odd-one").build())) {
      assertThatThrownBy(() -> store.put("a", "x"))
          .hasFieldOrPropertyWithValue("reason", Reason.FAILED)
          .hasMessageContaining("400 KeyTooLongError");
    }
  }

  @ParameterizedTest
  @EnumSource
  void put_encryptionAndClass_areSaidWhereAnObjectBegins(Kind kind) {
    Recorder recorder = new Recorder();
    BucketSpec kms =
        spec("some-bucket")
            .encryption(ObjectEncryption.kms("arn:aws:kms:us-east-1:111122223333:key/k"))
            .storageClass(StorageClass.STANDARD_IA)
            .build();
    BucketSpec managed = spec("some-bucket").encryption(ObjectEncryption.s3Managed()).build();
    BucketSpec silent = spec("some-bucket").build();
    try (HttpStub denying = HttpStub.start(exchange -> HttpStub.Reply.error(403, "AccessDenied"))) {
      for (BucketSpec spec : List.of(kms, managed, silent)) {
        try (ObjectsUnderTest store =
            ObjectsUnderTest.open(
                kind,
                LocalS3.at(denying.endpoint()),
                FaultPlan.none().injector(),
                spec,
                settings -> settings.apply(c -> c.addExecutionInterceptor(recorder)))) {
          assertThatThrownBy(() -> store.put("a", "x"))
              .hasFieldOrPropertyWithValue("reason", Reason.ACCESS_DENIED);
          assertThatThrownBy(() -> store.put("b", Content.stream(Content.bytes(6 * Content.MIB))))
              .hasFieldOrPropertyWithValue("reason", Reason.ACCESS_DENIED);
        }
      }
    }

    Map<String, String> ofKms =
        Map.of(
            "x-amz-server-side-encryption", "aws:kms",
            "x-amz-server-side-encryption-aws-kms-key-id",
                "arn:aws:kms:us-east-1:111122223333:key/k",
            "x-amz-server-side-encryption-bucket-key-enabled", "true",
            "x-amz-storage-class", "STANDARD_IA");
    Map<String, String> ofManaged = Map.of("x-amz-server-side-encryption", "AES256");
    assertThat(recorder.sent.stream().map(Sent::name))
        .containsExactly(
            "PutObjectRequest", "CreateMultipartUploadRequest",
            "PutObjectRequest", "CreateMultipartUploadRequest",
            "PutObjectRequest", "CreateMultipartUploadRequest");
    assertThat(recorder.sent.stream().map(Sent::choices))
        .containsExactly(ofKms, ofKms, ofManaged, ofManaged, Map.of(), Map.of());
  }

  @ParameterizedTest
  @EnumSource
  void put_objectOfThisSpec_isReadByOneWithoutOwner(Kind kind) {
    String bucket = local.newBucket();
    BucketSpec anyone = BucketSpec.builder(bucket).prefix("p").build();
    try (ObjectsUnderTest owned =
            ObjectsUnderTest.open(kind, local, FaultPlan.none().injector(), spec(bucket).build());
        ObjectsUnderTest store =
            ObjectsUnderTest.open(kind, local, FaultPlan.none().injector(), anyone)) {
      WrittenObject written = owned.put("a", Content.bytes(5), ObjectMetadata.empty());

      assertThat(store.get("a", ExpectedContent.of(written))).isEqualTo(Content.bytes(5));
    }
  }

  private record Sent(String name, SdkHttpRequest http) {
    /** The headers of encryption and storage class. */
    Map<String, String> choices() {
      Map<String, String> choices = new TreeMap<>();
      http.forEachHeader(
          (header, values) -> {
            if (header.startsWith("x-amz-server-side") || header.equals("x-amz-storage-class")) {
              choices.put(header, values.get(0));
            }
          });
      return choices;
    }
  }

  /** Keeps every request as it is sent. */
  private static final class Recorder implements ExecutionInterceptor {
    final List<Sent> sent = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      SdkRequest request = context.request();
      sent.add(new Sent(request.getClass().getSimpleName(), context.httpRequest()));
    }
  }
}
