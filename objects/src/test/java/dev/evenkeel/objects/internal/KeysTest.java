package dev.evenkeel.objects.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.FailedDelete;
import dev.evenkeel.objects.internal.spec.ObjectPage;
import dev.evenkeel.objects.internal.spec.ObjectPage.ListedObject;
import dev.evenkeel.objects.internal.spec.OpenUploadPage;
import dev.evenkeel.objects.internal.spec.OpenUploadPage.OpenUpload;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** Many objects of one prefix: listing and deleting them, and uploads that were never ended. */
@ExtendWith(LocalS3Extension.class)
class KeysTest {
  private final LocalS3 local;
  private final S3Client plain;
  private String bucket;
  private BucketSpec spec;

  KeysTest(LocalS3 local, S3Client plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeEach
  void newBucket() {
    bucket = local.newBucket();
    spec = BucketSpec.builder(bucket).prefix("here").build();
  }

  private ObjectsUnderTest open(Kind kind, FaultRule... rules) {
    return open(kind, Faults.of(rules));
  }

  private ObjectsUnderTest open(Kind kind, FaultInjector faults) {
    return ObjectsUnderTest.open(kind, local, faults, spec);
  }

  private static List<String> all(ObjectsUnderTest store, String folder) {
    List<String> keys = new ArrayList<>();
    String token = null;
    do {
      ObjectPage page = store.list(folder, token);
      page.objects().stream().map(ListedObject::key).forEach(keys::add);
      token = page.nextToken();
    } while (token != null);
    return keys;
  }

  @ParameterizedTest
  @EnumSource
  void keys_oddCharacters_areKeysLikeAnyOther(Kind kind) {
    List<String> odd =
        List.of(
            "a b",
            "a+b",
            "a%20b",
            "a%2Fb",
            "a&b=c?d#e",
            "quote\"'`<>{}[]|^~\\",
            "ümläut/東京/🚢",
            "...",
            "a/..c/.d",
            "*",
            " leading and trailing ");
    try (ObjectsUnderTest store = open(kind)) {
      odd.forEach(key -> store.put(key, "at " + key));

      for (String key : odd) {
        assertThat(store.get(key, ExpectedContent.atMost(99)).asUtf8String())
            .isEqualTo("at " + key);
        assertThat(store.head(key).key()).isEqualTo(key);
      }
      assertThat(all(store, "")).containsExactlyInAnyOrderElementsOf(odd);
      assertThat(store.delete(odd)).isEmpty();
      assertThat(all(store, "")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void list_neighboursOfTheFolder_areNotSeen(Kind kind) {
    plain.putObject(
        put -> put.bucket(bucket).key("hereabouts/x"),
        RequestBody.fromString("outside the prefix"));
    try (ObjectsUnderTest store = open(kind)) {
      List.of("Doc/1", "Doc/12/a", "Doc/123/a", "Doc/12b").forEach(key -> store.put(key, "."));

      assertThat(all(store, "")).containsExactly("Doc/1", "Doc/12/a", "Doc/123/a", "Doc/12b");
      assertThat(all(store, "Doc/12/")).containsExactly("Doc/12/a");
      assertThatThrownBy(() -> store.list("Doc/12", null))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must end with a slash");
      assertThatThrownBy(() -> store.list("../", null))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void listAndDelete_moreThanAPage_areTakenInPages(Kind kind) {
    List<String> keys = IntStream.range(0, 1_203).mapToObj("k%04d"::formatted).toList();
    keys.parallelStream()
        .forEach(
            key ->
                plain.putObject(
                    put -> put.bucket(bucket).key("here/" + key), RequestBody.fromString("")));
    FaultInjector faults = Faults.of(FaultRule.inject(Fault.slowDown()).first(1));
    try (ObjectsUnderTest store = open(kind, faults)) {
      ObjectPage first = store.list("", null);
      assertThat(first.objects()).hasSize(1_000);
      assertThat(first.nextToken()).isNotNull();
      assertThat(first.objects().get(7).length()).isZero();
      assertThat(first.objects().get(7).lastModified()).isNotNull();
      assertThat(all(store, "")).isEqualTo(keys);

      long before = faults.requestCount();
      assertThat(store.delete(Stream.concat(keys.stream(), Stream.of("k0001", "absent")).toList()))
          .isEmpty();
      assertThat(faults.requestCount() - before).isEqualTo(2);
      assertThat(all(store, "")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void delete_absent_isDone(Kind kind) {
    try (ObjectsUnderTest store = open(kind)) {
      store.put("a", "x");

      store.delete("a");
      store.delete("a");

      assertThat(store.delete(List.of("a", "b"))).isEmpty();
      assertThat(store.delete(List.<String>of())).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void openUploads_leftByADeadWriter_areFoundAndAborted(Kind kind) {
    for (String key : List.of("here/a", "here/b c", "here/deep/d", "hereabouts/e")) {
      plain.createMultipartUpload(create -> create.bucket(bucket).key(key));
    }
    try (ObjectsUnderTest store = open(kind)) {
      OpenUploadPage page = store.openUploads("", null);
      assertThat(page.uploads())
          .extracting(OpenUpload::key)
          .containsExactlyInAnyOrder("a", "b c", "deep/d");
      assertThat(page.uploads()).allSatisfy(open -> assertThat(open.initiated()).isNotNull());
      assertThat(page.next()).isNull();
      assertThat(store.openUploads("deep/", null).uploads()).hasSize(1);

      for (OpenUpload open : page.uploads()) {
        store.abort(open.key(), open.uploadId());
        store.abort(open.key(), open.uploadId());
      }

      assertThat(store.openUploads("", null).uploads()).isEmpty();
      assertThat(plain.listMultipartUploads(all -> all.bucket(bucket)).uploads()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void any_keyThatLeavesThePrefix_isRefusedBeforeAnythingIsSent(Kind kind) {
    FaultInjector requests = FaultPlan.none().injector();
    try (ObjectsUnderTest store = open(kind, requests)) {
      for (String key :
          List.of("", "/a", "a/", "a//b", "../a", "a/../b", "./a", "a\u0001", "\ud800")) {
        assertThatThrownBy(() -> store.put(key, "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.delete(key)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.get(key, ExpectedContent.atMost(1)))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.delete(List.of("fine", key)))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(requests.requestCount()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void keys_tooLongWithThePrefix_areRefused(Kind kind) {
    String longest = "ü".repeat((BucketSpec.KEY_BYTES_MAX - "here/".length()) / 2) + "x";
    FaultInjector requests = FaultPlan.none().injector();
    try (ObjectsUnderTest store = open(kind, requests)) {
      assertThatThrownBy(() -> store.put(longest + "x", "x"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1025 bytes");
      assertThat(requests.requestCount()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void openUploads_severalPages_goOnWhereTheLastEnded(Kind kind) {
    List<String> asked = new CopyOnWriteArrayList<>();
    try (HttpStub pages =
            HttpStub.start(
                exchange -> {
                  asked.add(exchange.getRequestURI().getQuery());
                  return new HttpStub.Reply(200, asked.size() == 1 ? FIRST_PAGE : LAST_PAGE);
                });
        ObjectsUnderTest store =
            ObjectsUnderTest.open(
                kind, LocalS3.at(pages.endpoint()), FaultPlan.none().injector(), spec)) {
      OpenUploadPage first = store.openUploads("", null);
      OpenUploadPage last = store.openUploads("", first.next());

      assertThat(first.uploads()).extracting(OpenUpload::key).containsExactly("a");
      assertThat(first.next()).isEqualTo(new OpenUploadPage.Marker("here/a", "id-1"));
      assertThat(last.next()).isNull();
      assertThat(asked.get(1)).contains("key-marker=here/a", "upload-id-marker=id-1");
    }
  }

  private static final String FIRST_PAGE =
      """
      <ListMultipartUploadsResult><IsTruncated>true</IsTruncated>
      <NextKeyMarker>here/a</NextKeyMarker><NextUploadIdMarker>id-1</NextUploadIdMarker>
      <Upload><Key>here/a</Key><UploadId>id-1</UploadId></Upload></ListMultipartUploadsResult>
      """;

  private static final String LAST_PAGE =
      "<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>";

  @ParameterizedTest
  @EnumSource
  void delete_someRefused_areReportedByKey(Kind kind) {
    try (DeleteRefusingStore refusing = DeleteRefusingStore.start("here/locked", "here/busy")) {
      try (ObjectsUnderTest store =
          ObjectsUnderTest.open(
              kind, LocalS3.at(refusing.endpoint()), FaultPlan.none().injector(), spec)) {
        List<FailedDelete> failed = store.delete(List.of("a", "locked", "busy", "b"));

        assertThat(failed)
            .containsExactly(new FailedDelete("locked", "AccessDenied", "Access Denied"));
        assertThat(refusing.requests()).containsExactly(4, 1);
      }
    }
  }

  /** The SDK itself does not repeat what it cannot parse. */
  @ParameterizedTest
  @EnumSource
  void list_answerIsCut_isAskedForAgain(Kind kind) {
    String whole =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>here/a</Key><Size>3</Size><ETag>&quot;1&quot;</ETag><LastModified>2026-11-29T00:00:00.000Z</LastModified></Contents></ListBucketResult>";
    AtomicInteger asked = new AtomicInteger();
    try (HttpStub stub =
            HttpStub.start(
                exchange ->
                    new HttpStub.Reply(
                        200, asked.getAndIncrement() == 0 ? whole.substring(0, 120) : whole));
        ObjectsUnderTest store =
            ObjectsUnderTest.open(
                kind, LocalS3.at(stub.endpoint()), FaultPlan.none().injector(), spec)) {
      assertThat(all(store, "")).hasSize(1);
    }
    assertThat(asked).hasValue(2);
  }
}
