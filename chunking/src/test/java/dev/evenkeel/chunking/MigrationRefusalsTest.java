package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.children.ChildFlows;
import dev.evenkeel.chunking.spec.children.ChildCollectionException.Reason;
import dev.evenkeel.chunking.spec.children.MigratedPage;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** What a client below, or DynamoDB, says of one parent of a page. */
class MigrationRefusalsTest extends MigrationSteps {
  static Stream<RuntimeException> passing() {
    return Stream.of(
        ThrottlingException.builder().message("slow down").build(),
        ResourceNotFoundException.builder().message("no table").build(),
        ApiCallTimeoutException.create(10),
        DynamoDbException.builder()
            .statusCode(400)
            .awsErrorDetails(AwsErrorDetails.builder().errorCode("AccessDeniedException").build())
            .build());
  }

  /** Fails the requests of one topic: its reads, or its moves. */
  private Sender<Object> failing(AttributeValue topic, boolean reads, RuntimeException failure) {
    return request -> {
      if (request instanceof TableCall<?> call && isOf(topic, reads, call.request())) {
        throw failure;
      }
      return calls.send(request);
    };
  }

  private static boolean isOf(AttributeValue topic, boolean reads, Object request) {
    return reads
        ? request instanceof GetItemRequest get && get.key().containsValue(topic)
        : request instanceof TransactWriteItemsRequest moves
            && moves.transactItems().stream()
                .anyMatch(
                    action ->
                        action.update() != null && action.update().key().containsValue(topic));
  }

  private MigratedPage page(AttributeValue topic, boolean reads, RuntimeException failure) {
    return run(ChildFlows.of(TAGS).migration().page(null), failing(topic, reads, failure));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void page_oneParentMeetsWhatPasses_failsAndIsFinishedLater(RuntimeException failure) {
    AttributeValue topic = newTopic();

    for (boolean reads : new boolean[] {true, false}) {
      assertThatThrownBy(() -> page(topic, reads, failure)).isSameAs(failure);
    }

    assertThat(run(migration(topic))).isEqualTo(250);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void page_theClientRefusesOneParent_isToldAndOthersGoOn(boolean reads) {
    RuntimeException refused =
        new RefusedOperationException("any", TOPICS, "a key looks like another's", "Rename it.");
    AttributeValue first = newTopic();
    AttributeValue bad = newTopic();
    AttributeValue last = newTopic();

    MigratedPage page = page(bad, reads, refused);

    assertThat(page.elements()).isEqualTo(500);
    assertThat(page.unmoved())
        .singleElement()
        .satisfies(
            unmoved -> {
              assertThat(unmoved.key()).isEqualTo(Map.of("Topic", bad));
              assertThat(unmoved.reason())
                  .hasFieldOrPropertyWithValue("reason", Reason.SET_NOT_MOVABLE)
                  .hasRootCause(refused);
            });
    assertThat(tables.set(TOPICS, first)).isNull();
    assertThat(tables.set(TOPICS, last)).isNull();
    assertThat(run(migration(bad))).isEqualTo(250);
  }
}
