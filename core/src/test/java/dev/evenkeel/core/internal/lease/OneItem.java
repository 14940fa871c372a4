package dev.evenkeel.core.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** A table with one item that serves the requests of leases, and no others. */
final class OneItem {
  static final Lease.Key PLACE =
      new Lease.Key("control", Map.of("id", AttributeValue.fromS("lease")));

  private final List<LeaseState> states = new ArrayList<>();
  private @Nullable AttributeValue lease;

  /** The stored state of the lease. */
  LeaseState state() {
    return LeaseState.read(PLACE.tableName(), lease);
  }

  /** All that the item has said since it was new, in order. */
  List<LeaseState> states() {
    return states;
  }

  void put(@Nullable AttributeValue value) {
    lease = value;
  }

  static boolean isWrite(Request<?> request) {
    return ((TableCall<?>) request).request() instanceof UpdateItemRequest;
  }

  /**
   * Carries a request out.
   *
   * @throws ConditionalCheckFailedException as DynamoDB would
   */
  DynamoDbResponse serve(Request<?> request) {
    if (((TableCall<?>) request).request() instanceof GetItemRequest get) {
      return read(get);
    }
    return write((UpdateItemRequest) ((TableCall<?>) request).request());
  }

  private GetItemResponse read(GetItemRequest get) {
    assertThat(get.tableName()).isEqualTo(PLACE.tableName());
    assertThat(get.key()).isEqualTo(PLACE.key());
    assertThat(get.consistentRead()).isTrue();
    return lease == null
        ? GetItemResponse.builder().build()
        : GetItemResponse.builder().item(Map.of(Leases.ATTRIBUTE, lease)).build();
  }

  private UpdateItemResponse write(UpdateItemRequest update) {
    assertThat(update.tableName()).isEqualTo(PLACE.tableName());
    assertThat(update.key()).isEqualTo(PLACE.key());
    assertThat(update.updateExpression()).isEqualTo("SET #lease = :next");
    assertThat(update.expressionAttributeNames())
        .containsExactly(Map.entry("#lease", Leases.ATTRIBUTE));
    if (!holds(update)) {
      throw ConditionalCheckFailedException.builder().message("The condition failed.").build();
    }
    lease = update.expressionAttributeValues().get(":next");
    states.add(state());
    return UpdateItemResponse.builder().build();
  }

  private boolean holds(UpdateItemRequest update) {
    return switch (update.conditionExpression()) {
      case "attribute_not_exists(#lease)" -> lease == null;
      case "#lease = :seen" -> update.expressionAttributeValues().get(":seen").equals(lease);
      default -> throw new AssertionError("a condition of no lease: " + update);
    };
  }
}
