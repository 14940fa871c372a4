package dev.evenkeel.sharding.internal.transact;

import static dev.evenkeel.sharding.Transactions.get;
import static dev.evenkeel.sharding.Transactions.hashed;
import static dev.evenkeel.sharding.Transactions.item;
import static dev.evenkeel.sharding.Transactions.key;
import static dev.evenkeel.sharding.Transactions.put;
import static dev.evenkeel.sharding.Transactions.random;
import static dev.evenkeel.sharding.Transactions.read;
import static dev.evenkeel.sharding.Transactions.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.internal.operation.Planned;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** Cancelled transactions, as scripts. */
class TransactionFailureTest {
  private static final CancellationReason NONE = CancellationReason.builder().code("None").build();
  private static final CancellationReason CONFLICT =
      CancellationReason.builder().code("TransactionConflict").message("Ongoing").build();

  private static TransactionCanceledException cancelled(
      String message, CancellationReason... reasons) {
    AwsErrorDetails details =
        AwsErrorDetails.builder()
            .errorCode("TransactionCanceledException")
            .errorMessage(message)
            .rawResponse(SdkBytes.fromUtf8String("a.1"))
            .build();
    return TransactionCanceledException.builder()
        .cancellationReasons(reasons)
        .message(message)
        .awsErrorDetails(details)
        .requestId("r1")
        .statusCode(400)
        .cause(new IllegalStateException("c"))
        .build();
  }

  private static TransactionCanceledException shown(
      TransactWriteItemsRequest request, TransactionCanceledException failure) {
    Planned<TransactWriteItemsRequest, TransactWriteItemsResponse> planned =
        Planned.of(request, hashed("orders"));
    return (TransactionCanceledException) planned.failed(failure);
  }

  @Test
  void write_cancelled_keepsAllButThePhysicalItems() {
    CancellationReason failed =
        CancellationReason.builder()
            .code("ConditionalCheckFailed")
            .message("The conditional request failed")
            .item(item("a.1", "1", 7))
            .build();
    TransactionCanceledException physical = cancelled("Cancelled [None, ...]", failed, failed);
    Throwable suppressed = new IllegalStateException("attempt 1");
    physical.addSuppressed(suppressed);
    TransactionCanceledException shown =
        shown(write(put("orders", key("a", "1")), put("plain", key("a", "1"))), physical);
    assertThat(shown.cancellationReasons())
        .containsExactly(failed.toBuilder().item(item("a", "1", 7)).build(), failed);
    assertThat(shown.getMessage()).isEqualTo(physical.getMessage());
    assertThat(shown.getStackTrace()).containsSubsequence(physical.getStackTrace());
    assertThat(shown.getSuppressed()).containsExactly(suppressed);
    assertThat(shown).hasCause(physical.getCause());
    assertThat(shown.requestId()).isEqualTo("r1");
    assertThat(shown.statusCode()).isEqualTo(400);
    assertThat(shown.awsErrorDetails().errorCode()).isEqualTo("TransactionCanceledException");
    assertThat(shown.awsErrorDetails().rawResponse()).isNull();
  }

  @Test
  void write_messageQuotesPhysicalKeys_quotesLogicalOnes() {
    TransactWriteItemsRequest request = write(put("orders", key("a", "1")));
    String physical =
        Planned.<TransactWriteItemsRequest, TransactWriteItemsResponse>of(request, hashed("orders"))
            .sent()
            .transactItems()
            .get(0)
            .put()
            .item()
            .get("pk")
            .s();
    CancellationReason reason =
        CancellationReason.builder().code("DuplicateItem").message("at " + physical).build();
    TransactionCanceledException shown = shown(request, cancelled("key " + physical, reason));
    assertThat(shown.awsErrorDetails().errorMessage()).isEqualTo("key a");
    assertThat(shown.cancellationReasons().get(0).message()).isEqualTo("at a");
  }

  @Test
  void write_otherFailure_isTheSame() {
    Planned<TransactWriteItemsRequest, TransactWriteItemsResponse> planned =
        Planned.of(write(put("orders", key("a", "1"))), hashed("orders"));
    TransactionInProgressException failure = TransactionInProgressException.builder().build();
    assertThat(planned.failed(failure)).isSameAs(failure);
  }

  @Test
  void read_probeCancelled_givesOneReasonForEachOfTheCallersReads() {
    TransactGetItemsRequest request =
        read(
            get("events", key("a", "1")),
            get("plain", key("a", "1")),
            get("events", key("b", "1")));
    Planned<TransactGetItemsRequest, TransactGetItemsResponse> planned =
        Planned.of(request, random("events"));
    CancellationReason[] physical = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, CONFLICT, CONFLICT};
    TransactionCanceledException shown =
        (TransactionCanceledException)
            planned.failed(
                cancelled(
                    "Reasons [None, None, None, None, None, None, None, TransactionConflict,"
                        + " TransactionConflict]",
                    physical));
    assertThat(shown.cancellationReasons()).isEqualTo(List.of(NONE, NONE, CONFLICT));
    assertThat(shown.awsErrorDetails().errorMessage())
        .isEqualTo("Reasons [None, None, TransactionConflict]");
    assertThat(shown.getMessage()).startsWith("Reasons [None, None, TransactionConflict]");
  }
}
