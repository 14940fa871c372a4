package dev.evenkeel.chunking.crash;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Reads all items through the client's plans: by one scan, and where that fails one by one, to know
 * which it is.
 */
final class Reads {
  private final CrashFixture fixture;
  private final ChunkingPlanner planner;
  private final @Nullable Map<String, Map<String, AttributeValue>> scanned;

  Reads(CrashFixture fixture, ChunkingPlanner planner) {
    this.fixture = fixture;
    this.planner = planner;
    this.scanned = scan();
  }

  private @Nullable Map<String, Map<String, AttributeValue>> scan() {
    Map<String, Map<String, AttributeValue>> items = new HashMap<>();
    ScanRequest request =
        ScanRequest.builder().tableName(CrashFixture.DOCS).consistentRead(true).build();
    while (true) {
      Stepper<ScanResponse> scan =
          new Stepper<>(CrashFixture.<ScanResponse>flow(planner, request), fixture.calls).toEnd();
      if (scan.failure() != null) {
        return null;
      }
      ScanResponse response = requireNonNull(scan.result());
      response.items().forEach(item -> items.put(requireNonNull(item.get("id")).s(), item));
      if (!response.hasLastEvaluatedKey()) {
        return items;
      }
      request = request.toBuilder().exclusiveStartKey(response.lastEvaluatedKey()).build();
    }
  }

  /** The items of a point, without their keys; null, and noted, if they cannot be read. */
  @Nullable List<Map<String, AttributeValue>> of(Point point, List<String> wrong, String when) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (Map<String, AttributeValue> key : point.keys()) {
      Map<String, AttributeValue> item = scanned == null ? get(key) : scanned(key);
      if (item == null) {
        wrong.add("%s: %s an item cannot be read".formatted(point, when));
        return null;
      }
      Map<String, AttributeValue> rest = new HashMap<>(item);
      rest.remove("id");
      items.add(rest);
    }
    return items;
  }

  private Map<String, AttributeValue> scanned(Map<String, AttributeValue> key) {
    return requireNonNull(scanned).getOrDefault(requireNonNull(key.get("id")).s(), Map.of());
  }

  private @Nullable Map<String, AttributeValue> get(Map<String, AttributeValue> key) {
    GetItemRequest request =
        GetItemRequest.builder().tableName(CrashFixture.DOCS).key(key).consistentRead(true).build();
    Stepper<GetItemResponse> get =
        new Stepper<>(CrashFixture.<GetItemResponse>flow(planner, request), fixture.calls).toEnd();
    return get.failure() != null ? null : requireNonNull(get.result()).item();
  }
}
