package dev.evenkeel.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.upload.spec.UploadFailedException;
import dev.evenkeel.upload.spec.UploadFailedException.Reason;
import dev.evenkeel.upload.spec.UploadReport;
import dev.evenkeel.upload.spec.UploadReport.RejectedItem;
import dev.evenkeel.upload.spec.UploadSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;

/** One record that cannot be stored must not cost the others. */
@ExtendWith(LocalDynamoDbExtension.class)
class UploadBadRecordsTest {
  private static final int ITEMS = 60;
  private static final String FULL = "full";

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  UploadBadRecordsTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    UploadTables.create(plain, UploadTables.PLAIN);
  }

  /** DynamoDB Local has no room for 10 GB of one key, so its refusal is made here. */
  private static boolean isFull(BatchWriteItemRequest request) {
    return request.requestItems().values().stream()
        .flatMap(List::stream)
        .anyMatch(write -> FULL.equals(write.putRequest().item().get("v").s()));
  }

  private static ItemCollectionSizeLimitExceededException full() {
    return ItemCollectionSizeLimitExceededException.builder()
        .message("Item collection size limit exceeded")
        .statusCode(400)
        .build();
  }

  private static final class FullClient extends DelegatingDynamoDbClient {
    FullClient(DynamoDbClient delegate) {
      super(delegate);
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
      if (isFull(request)) {
        throw full();
      }
      return super.batchWriteItem(request);
    }
  }

  private static final class FullAsyncClient extends DelegatingDynamoDbAsyncClient {
    FullAsyncClient(DynamoDbAsyncClient delegate) {
      super(delegate);
    }

    @Override
    public CompletableFuture<BatchWriteItemResponse> batchWriteItem(BatchWriteItemRequest request) {
      return isFull(request)
          ? CompletableFuture.failedFuture(full())
          : super.batchWriteItem(request);
    }
  }

  private static <B extends UploadBuilder<B>> B withFullKeyInTheMiddle(B upload, String prefix) {
    List<Map<String, AttributeValue>> items = new ArrayList<>(Uploads.sorted(prefix, 3, 20));
    items.set(30, Uploads.item(prefix + 1, "10", FULL));
    return upload.table("plain", Uploads.KEY).source(UploadSources.items("s", items));
  }

  private void assertOnlyTheFullOneIsRejected(UploadReport report, String prefix) {
    assertThat(report.complete()).isTrue();
    assertThat(report.rejected())
        .singleElement()
        .satisfies(
            rejected -> {
              assertThat(rejected.position()).isEqualTo(30);
              assertThat(rejected.cause())
                  .isInstanceOf(ItemCollectionSizeLimitExceededException.class);
            });
    assertThat(Uploads.storedValues(plain, "plain", prefix)).hasSize(ITEMS - 1);
  }

  @Test
  void run_itemCollectionIsFull_rejectsTheItemWithItsPosition() {
    DistributedUpload.Builder upload = DistributedUpload.builder(new FullClient(plain));
    assertOnlyTheFullOneIsRejected(
        withFullKeyInTheMiddle(upload, FULL).rejectedMax(1).build().run(), FULL);
  }

  @Test
  void start_itemCollectionIsFull_rejectsTheItemWithItsPosition() {
    try (DynamoDbAsyncClient async = local.asyncClient()) {
      DistributedAsyncUpload.Builder upload =
          DistributedAsyncUpload.builder(new FullAsyncClient(async));
      assertOnlyTheFullOneIsRejected(
          withFullKeyInTheMiddle(upload, "a" + FULL).rejectedMax(1).build().start().join(),
          "a" + FULL);
    }
  }

  @Test
  void run_itemCollectionIsFullAndNothingMayBeRejected_storesWhatIsBefore() {
    DistributedUpload upload =
        withFullKeyInTheMiddle(DistributedUpload.builder(new FullClient(plain)), "stop").build();
    assertThatThrownBy(upload::run)
        .isInstanceOfSatisfying(
            UploadFailedException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.REJECTED))
        .hasMessageContaining("item 30");
    assertThat(Uploads.storedValues(plain, "plain", "stop"))
        .containsAll(Uploads.sorted("stop", 3, 10).stream().map(i -> i.get("v").s()).toList());
  }

  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_itemNestedWithoutEnd_isRejectedWithItsPosition(Uploads uploads) {
    String prefix = "deep" + uploads;
    List<Map<String, AttributeValue>> items = new ArrayList<>(Uploads.sorted(prefix, 1, ITEMS));
    AttributeValue deep = AttributeValue.fromS("x");
    for (int level = 0; level < 100_000; level++) {
      deep = AttributeValue.fromL(List.of(deep));
    }
    Map<String, AttributeValue> bad = new HashMap<>(items.get(20));
    bad.put("deep", deep);
    items.set(20, bad);
    UploadReport report =
        uploads.run(
            local,
            Uploads.noFaults(),
            List.of(),
            upload ->
                upload
                    .table("plain", Uploads.KEY)
                    .source(UploadSources.items("s", items))
                    .rejectedMax(1));

    assertThat(report.rejected()).extracting(RejectedItem::position).containsExactly(20L);
    assertThat(Uploads.storedValues(plain, "plain", prefix)).hasSize(ITEMS - 1);
  }

  /** Of a parser that is not there, say: every record before it is stored as after any failure. */
  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_sourceThrowsAnError_storesWhatCameBefore(Uploads uploads) {
    String prefix = "error" + uploads;
    List<Map<String, AttributeValue>> items = Uploads.sorted(prefix, 1, ITEMS);
    UploadSource source =
        UploadSources.stream(
            "s", () -> Stream.concat(items.stream(), Stream.of(1).map(i -> none())));

    assertThatThrownBy(
            () ->
                uploads.run(
                    local,
                    Uploads.noFaults(),
                    List.of(),
                    upload -> upload.table("plain", Uploads.KEY).source(source)))
        .isInstanceOfSatisfying(
            UploadFailedException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.SOURCE))
        .hasRootCauseInstanceOf(NoClassDefFoundError.class);
    assertThat(Uploads.storedValues(plain, "plain", prefix)).hasSize(ITEMS);
  }

  private static Map<String, AttributeValue> none() {
    throw new NoClassDefFoundError("Parser");
  }
}
