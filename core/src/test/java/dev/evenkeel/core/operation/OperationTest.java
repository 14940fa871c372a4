package dev.evenkeel.core.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.DecoratorException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

class OperationTest {
  @Test
  void of_request_isItsOperation() {
    assertThat(Operation.of(PutItemRequest.builder().build())).isSameAs(Operation.PUT_ITEM);
  }

  @Test
  void of_requestOfAnUnknownOperation_isRefused() {
    assertThatThrownBy(() -> Operation.of(new TimeTravelRequest()))
        .isInstanceOf(DecoratorException.class)
        .hasMessage(
            "TimeTravelRequest belongs to no operation this version of Evenkeel knows."
                + " Use a newer Evenkeel, or send it with the undecorated client.");
  }

  @Test
  void named_sdkName_findsIt() {
    assertThat(Operation.named("PutItem")).isSameAs(Operation.PUT_ITEM);
    assertThat(Operation.named("TimeTravel")).isNull();
  }

  @Test
  void sdkNames_always_matchTheConstants() {
    assertThat(Operation.values())
        .allMatch(o -> o.name().replace("_", "").equalsIgnoreCase(o.sdkName()));
  }

  @Test
  void constants_always_inAlphabeticalOrder() {
    List<String> names = Stream.of(Operation.values()).map(Operation::sdkName).toList();
    assertThat(names).isSorted();
  }

  private static final class TimeTravelRequest extends DynamoDbRequest {
    TimeTravelRequest() {
      super(PutItemRequest.builder());
    }

    @Override
    public Builder toBuilder() {
      return PutItemRequest.builder();
    }

    @Override
    public List<SdkField<?>> sdkFields() {
      return List.of();
    }
  }
}
