package dev.evenkeel.objects.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.evenkeel.objects.internal.HttpStub.Reply;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectInfo;
import dev.evenkeel.objects.internal.spec.ObjectPage.ListedObject;
import dev.evenkeel.objects.internal.spec.ObjectRestore;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.FaultPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.s3.model.InvalidObjectStateException;
import software.amazon.awssdk.services.s3.model.StorageClass;
import software.amazon.awssdk.services.s3.model.Tier;

/** Objects that S3 restores before they are read, in the words of S3's own documentation. */
@ExtendWith(LocalS3Extension.class)
class ObjectRestoreTest {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Instant UNTIL = Instant.parse("2012-12-21T00:00:00Z");

  private record Sent(String method, String uri, String body, Map<String, String> headers) {}

  private final List<Sent> sent = new CopyOnWriteArrayList<>();

  /** Runs over a stub that gives these answers in turn, the last one again and again. */
  private void over(Kind kind, Consumer<ObjectsUnderTest> test, Reply... replies) {
    Queue<Reply> left = new ArrayDeque<>(List.of(replies));
    BucketSpec spec =
        BucketSpec.builder("cold").prefix("p").expectedBucketOwner("111122223333").build();
    try (HttpStub stub =
            HttpStub.start(
                exchange -> {
                  sent.add(sent(exchange));
                  return left.size() > 1 ? left.remove() : left.element();
                });
        ObjectsUnderTest store =
            ObjectsUnderTest.open(
                kind, LocalS3.at(stub.endpoint()), FaultPlan.none().injector(), spec)) {
      test.accept(store);
    }
  }

  private static Sent sent(HttpExchange exchange) {
    try {
      Map<String, String> headers = new HashMap<>();
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
      return new Sent(
          exchange.getRequestMethod(),
          exchange.getRequestURI().toString(),
          new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
          headers);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reply head(Map<String, String> headers) {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Content-Length", "4");
    return new Reply(200, "", all);
  }

  private static final Map<String, String> GLACIER = Map.of("x-amz-storage-class", "GLACIER");

  private static Reply glacier(String restore) {
    return head(Map.of("x-amz-storage-class", "GLACIER", "x-amz-restore", restore));
  }

  @ParameterizedTest
  @EnumSource
  void restore_asksOnce_forWholeDaysInATier(Kind kind) {
    over(kind, store -> store.restore("a", WEEK.plusSeconds(1), Tier.BULK), new Reply(202, ""));

    assertThat(sent).hasSize(1);
    Sent request = sent.get(0);
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.uri()).endsWith("/cold/p/a?restore");
    assertThat(request.headers()).containsEntry("x-amz-expected-bucket-owner", "111122223333");
    assertThat(request.body())
        .contains("<Days>8</Days>")
        .contains("<GlacierJobParameters><Tier>Bulk</Tier></GlacierJobParameters>");
  }

  @ParameterizedTest
  @EnumSource
  void restore_whatNeedsNoMore_isFine(Kind kind) {
    over(kind, store -> store.restore("a", WEEK, Tier.STANDARD), new Reply(200, ""));
    over(
        kind,
        store -> store.restore("a", WEEK, Tier.STANDARD),
        Reply.error(409, "RestoreAlreadyInProgress"));
    over(
        kind,
        store -> store.restore("a", WEEK, Tier.STANDARD),
        Reply.error(403, "InvalidObjectState"));
    over(
        kind,
        store -> store.restore("a", WEEK, Tier.STANDARD),
        Reply.error(500, "InternalError"),
        Reply.error(409, "RestoreAlreadyInProgress"));

    assertThat(sent).hasSize(5);
  }

  @ParameterizedTest
  @EnumSource
  void restore_whatCannotBe_failsByName(Kind kind) {
    fails(kind, Reply.error(404, "NoSuchKey"), Reason.OBJECT_MISSING, "s3://cold/p/a");
    fails(kind, Reply.error(403, "AccessDenied"), Reason.ACCESS_DENIED, "403");
    fails(
        kind,
        Reply.error(503, "GlacierExpeditedRetrievalNotAvailable"),
        Reason.RESTORE_UNAVAILABLE,
        "in the tier STANDARD");
    fails(kind, Reply.error(409, "OperationAborted"), Reason.FAILED, "Aborted");
    over(
        kind,
        store ->
            assertThatThrownBy(() -> store.restore("a", Duration.ofHours(23), Tier.STANDARD))
                .isInstanceOf(IllegalArgumentException.class),
        new Reply(202, ""));
  }

  private void fails(Kind kind, Reply reply, Reason reason, String message) {
    over(
        kind,
        store ->
            assertThatThrownBy(() -> store.restore("a", WEEK, Tier.EXPEDITED))
                .hasFieldOrPropertyWithValue("reason", reason)
                .hasMessageContaining(message),
        reply);
  }

  @ParameterizedTest
  @EnumSource
  void read_frozenObject_failsByName(Kind kind) {
    Reply frozen =
        new Reply(
            403,
            "<Error><Code>InvalidObjectState</Code><Message>The operation is not valid for the"
                + " object's storage class</Message><StorageClass>GLACIER</StorageClass></Error>");
    over(
        kind,
        store -> {
          assertThatThrownBy(() -> store.get("a", ExpectedContent.ofLength(4)))
              .hasFieldOrPropertyWithValue("reason", Reason.ARCHIVED)
              .hasMessageContaining("Restore it with S3 RestoreObject")
              .hasCauseInstanceOf(InvalidObjectStateException.class);
          assertThatThrownBy(
                  () -> store.copy("a", ExpectedContent.ofLength(4), new Content.Hashing(at -> {})))
              .hasFieldOrPropertyWithValue("reason", Reason.ARCHIVED);
        },
        frozen);

    assertThat(sent).as("it is not asked again").hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void head_tellsClassAndRestore(Kind kind) {
    describes(kind, head(Map.of()), null, null);
    describes(kind, head(GLACIER), StorageClass.GLACIER, null);
    describes(
        kind, glacier("ongoing-request=\"true\""), StorageClass.GLACIER, new ObjectRestore(null));
    describes(
        kind,
        glacier("ongoing-request=\"false\", expiry-date=\"Fri, 21 Dec 2012 00:00:00 GMT\""),
        StorageClass.GLACIER,
        new ObjectRestore(UNTIL));
  }

  private void describes(Kind kind, Reply reply, StorageClass storageClass, ObjectRestore restore) {
    over(
        kind,
        store -> {
          ObjectInfo info = store.head("a");
          assertThat(info.length()).isEqualTo(4);
          assertThat(info.storageClass()).isEqualTo(storageClass);
          assertThat(info.restore()).isEqualTo(restore);
        },
        reply);
  }

  @ParameterizedTest
  @EnumSource
  void head_restoreInOtherWords_isNotGuessed(Kind kind) {
    for (String header :
        List.of(
            "ongoing-request=true",
            "ongoing-request=\"false\"",
            "ongoing-request=\"true\", expiry-date=\"Fri, 21 Dec 2012 00:00:00 GMT\"",
            "ongoing-request=\"false\", expiry-date=\"2012-12-21\"",
            "ongoing-request=\"false\", expiry-date=\"Mon, 21 Dec 2012 00:00:00 GMT\"")) {
      over(
          kind,
          store ->
              assertThatThrownBy(() -> store.head("a"))
                  .as(header)
                  .hasFieldOrPropertyWithValue("reason", Reason.FAILED)
                  .hasMessageContaining("s3://cold/p/a: x-amz-restore is"),
          glacier(header));
    }
  }

  @ParameterizedTest
  @EnumSource
  void list_tellsClasses_andRestoresWhereAsked(Kind kind) {
    Reply listing =
        new Reply(
            200,
            "<ListBucketResult><IsTruncated>false</IsTruncated>"
                + listed("a", "STANDARD", "")
                + listed("b", "GLACIER", "")
                + listed("c", "DEEP_ARCHIVE", status("true", ""))
                + listed(
                    "d",
                    "GLACIER",
                    status(
                        "false", "<RestoreExpiryDate>2012-12-21T00:00:00.000Z</RestoreExpiryDate>"))
                + listed("e", "GLACIER", status("false", ""))
                + listed("f", "NEWEST", "")
                + "</ListBucketResult>");
    over(
        kind,
        store -> {
          List<ListedObject> objects = store.listRestores("", null).objects();
          assertThat(objects)
              .extracting(ListedObject::storageClass)
              .containsExactly(
                  null,
                  StorageClass.GLACIER,
                  StorageClass.DEEP_ARCHIVE,
                  StorageClass.GLACIER,
                  StorageClass.GLACIER,
                  StorageClass.UNKNOWN_TO_SDK_VERSION);
          assertThat(objects)
              .extracting(ListedObject::restore)
              .containsExactly(
                  null, null, new ObjectRestore(null), new ObjectRestore(UNTIL), null, null);
          assertThat(objects)
              .extracting(object -> ObjectRestore.isNeededFor(object.storageClass()))
              .containsExactly(false, true, true, true, true, false);
          assertThat(store.list("", null).objects()).isEqualTo(objects);
        },
        listing);

    assertThat(sent.get(0).headers())
        .containsEntry("x-amz-optional-object-attributes", "RestoreStatus");
    assertThat(sent.get(1).headers()).doesNotContainKey("x-amz-optional-object-attributes");
  }

  private static String listed(String key, String storageClass, String status) {
    return "<Contents><Key>p/%s</Key><Size>4</Size><StorageClass>%s</StorageClass>%s</Contents>"
        .formatted(key, storageClass, status);
  }

  private static String status(String isInProgress, String more) {
    return "<RestoreStatus><IsRestoreInProgress>%s</IsRestoreInProgress>%s</RestoreStatus>"
        .formatted(isInProgress, more);
  }
}
