package dev.evenkeel.core.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

class FailedConditionsTest {
  private static final Map<String, AttributeValue> STORED =
      Map.of("pk", AttributeValue.fromS("a.1"));
  private static final Map<String, AttributeValue> LOGICAL =
      Map.of("pk", AttributeValue.fromS("a"));

  private final Exception cause = new IllegalStateException("cause");
  private final Exception suppressed = new IllegalStateException("suppressed");

  private ConditionalCheckFailedException failed() {
    ConditionalCheckFailedException failed =
        ConditionalCheckFailedException.builder()
            .message("The conditional request failed")
            .requestId("id")
            .statusCode(400)
            .item(STORED)
            .cause(cause)
            .awsErrorDetails(
                AwsErrorDetails.builder()
                    .errorCode("ConditionalCheckFailedException")
                    .rawResponse(SdkBytes.fromUtf8String("a.1"))
                    .build())
            .build();
    failed.addSuppressed(suppressed);
    return failed;
  }

  @Test
  void withItem_another_keepsAllButItemAndRawResponse() {
    ConditionalCheckFailedException failed = failed();

    ConditionalCheckFailedException changed = FailedConditions.withItem(failed, LOGICAL);

    assertThat(changed.item()).isEqualTo(LOGICAL);
    assertThat(changed.awsErrorDetails().rawResponse()).isNull();
    assertThat(changed.awsErrorDetails().errorCode()).isEqualTo("ConditionalCheckFailedException");
    assertThat(changed.getMessage()).isEqualTo(failed.getMessage());
    assertThat(changed.requestId()).isEqualTo("id");
    assertThat(changed.statusCode()).isEqualTo(400);
    assertThat(changed.getCause()).isSameAs(cause);
    assertThat(changed.getStackTrace()).isEqualTo(failed.getStackTrace());
    assertThat(changed.getSuppressed()).containsExactly(suppressed);
  }

  @Test
  void withItem_null_hasNoItem() {
    ConditionalCheckFailedException changed = FailedConditions.withItem(failed(), null);

    assertThat(changed.hasItem()).isFalse();
    assertThat(changed.getSuppressed()).containsExactly(suppressed);
  }
}
