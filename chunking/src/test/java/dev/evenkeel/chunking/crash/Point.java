package dev.evenkeel.chunking.crash;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.crash.Protocol.Trait;
import dev.evenkeel.chunking.internal.plan.ChunkingPlanner;
import dev.evenkeel.chunking.spec.MissingPayloadException;
import dev.evenkeel.core.flow.Request;
import dev.evenkeel.core.flow.TableCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** One run of a protocol, on items of its own, to which something happens at one sub-request. */
final class Point {
  private static final Map<String, AttributeValue> OF_ANOTHER =
      Map.of(
          "text", Values.text("another"),
          "body", Values.large("another"),
          "image", Values.large("anotheri"));

  private final Protocol protocol;
  private final Event event;
  private final int at;
  private final List<Map<String, AttributeValue>> keys = new ArrayList<>();
  private @Nullable Stepper<?> stepper;

  /**
   * @param at the number of the sub-request, from 0
   */
  Point(Protocol protocol, Event event, int at) {
    this.protocol = protocol;
    this.event = event;
    this.at = at;
    for (int i = 0; i < protocol.items().size(); i++) {
      String id = "%s/%s/%d/%d".formatted(protocol.name(), event, at, i);
      keys.add(Map.of("id", AttributeValue.fromS(id)));
    }
  }

  List<Map<String, AttributeValue>> keys() {
    return keys;
  }

  Event event() {
    return event;
  }

  @Override
  public String toString() {
    return "%s, %s at %d".formatted(protocol.name(), event, at);
  }

  /** How many sub-requests have ended. */
  int ended() {
    return stepper().ended();
  }

  private Stepper<?> stepper() {
    return requireNonNull(stepper);
  }

  /** Writes what the protocol meets. */
  void prepare(Ground ground, ChunkingPlanner planner) {
    for (int i = 0; i < keys.size(); i++) {
      Map<String, AttributeValue> item = protocol.items().get(i);
      if (!item.isEmpty()) {
        put(ground, planner, Values.with(keys.get(i), item));
      }
    }
  }

  private static void put(
      Ground ground, ChunkingPlanner planner, Map<String, AttributeValue> item) {
    PutItemRequest put = PutItemRequest.builder().tableName(Ground.DOCS).item(item).build();
    Object unused = Stepper.run(Ground.flow(planner, put), ground.calls);
  }

  /** Runs to the event, and as far as may be after it; ends with whether it came to the event. */
  boolean run(Ground ground, ChunkingPlanner planner, Mutant mutant, Sweeps sweeps) {
    Stepper<?> run =
        new Stepper<>(
            mutant.applied(Ground.flow(planner, protocol.request().apply(keys))), ground.calls);
    stepper = run;
    if (event == Event.NOTHING) {
      run.toEnd();
      return true;
    }
    run.run(at);
    if (run.isOver()) {
      return false;
    }
    Request<?> request = run.next();
    switch (event) {
      case NOTHING, PAUSED -> {}
      case DIES_BEFORE -> run.applyOthers();
      case DIES_AFTER -> run.apply();
      case LOST_BEFORE -> run.fail(lost());
      case LOST_AFTER -> run.applyAndFail(lost());
      case LATE -> {
        run.fail(lost());
        run.toEnd();
        run.sendOnly(request);
      }
      case THROTTLED -> run.fail(throttled(request));
      case REPLACED -> put(ground, planner, Values.with(keys.get(0), OF_ANOTHER));
      case REPLACED_AND_SWEPT ->
          sweeps.onlyOf(() -> put(ground, planner, Values.with(keys.get(0), OF_ANOTHER)));
      case DELETED -> {
        DeleteItemRequest delete =
            DeleteItemRequest.builder().tableName(Ground.DOCS).key(keys.get(0)).build();
        Object unused = Stepper.run(Ground.flow(planner, delete), ground.calls);
      }
    }
    if (!event.isDeath() && event != Event.PAUSED) {
      run.toEnd();
    }
    return true;
  }

  /** Goes on after a pause. */
  void resume() {
    if (event == Event.PAUSED) {
      stepper().toEnd();
    }
  }

  private static Throwable lost() {
    return SdkClientException.create("The answer was lost.");
  }

  private static Throwable throttled(Request<?> request) {
    return request instanceof TableCall
        ? ProvisionedThroughputExceededException.builder()
            .statusCode(400)
            .message("Throttled.")
            .build()
        : S3Exception.builder().statusCode(503).message("Slow down.").build();
  }

  /** Whether the caller was told that all was written. */
  private boolean isDone() {
    Object result = stepper().result();
    return result != null
        && !(result instanceof BatchWriteItemResponse batch && !batch.unprocessedItems().isEmpty());
  }

  /** What is wrong with how it ended; null if nothing. */
  @Nullable String wrongEnd() {
    Throwable failure = stepper().failure();
    boolean mustSucceed =
        !protocol.is(Trait.REFUSED) && (event == Event.NOTHING || event.isOfAnother());
    boolean isTooLateToReturn =
        protocol.is(Trait.RETURNS_VALUES)
            && event == Event.REPLACED_AND_SWEPT
            && failure instanceof MissingPayloadException;
    if (mustSucceed && failure != null && !isTooLateToReturn) {
      return "it failed although nothing went wrong: " + failure;
    }
    return event == Event.NOTHING && protocol.is(Trait.REFUSED) && failure == null
        ? "it succeeded although its condition fails"
        : null;
  }

  /** Whether items may be so. */
  boolean allows(List<Map<String, AttributeValue>> items) {
    Set<List<Map<String, AttributeValue>>> allowed = allowed();
    if (!protocol.is(Trait.ITEM_BY_ITEM)) {
      return allowed.contains(items);
    }
    for (int i = 0; i < items.size(); i++) {
      int place = i;
      if (allowed.stream().noneMatch(one -> one.get(place).equals(items.get(place)))) {
        return false;
      }
    }
    return true;
  }

  private Set<List<Map<String, AttributeValue>>> allowed() {
    List<Map<String, AttributeValue>> old = protocol.items();
    Set<List<Map<String, AttributeValue>>> allowed = new HashSet<>();
    if (!event.isOfAnother()) {
      allowed.add(protocol.applied(old));
      if (!isDone()) {
        allowed.add(old);
      }
      return allowed;
    }
    allowed.add(protocol.applied(changedByAnother(old)));
    allowed.add(changedByAnother(protocol.applied(old)));
    if (!isDone()) {
      allowed.add(changedByAnother(old));
    }
    return allowed;
  }

  private List<Map<String, AttributeValue>> changedByAnother(
      List<Map<String, AttributeValue>> items) {
    List<Map<String, AttributeValue>> changed = new ArrayList<>(items);
    changed.set(0, event == Event.DELETED ? Map.of() : OF_ANOTHER);
    return changed;
  }

  /** Whether only a deep sweep may find what it left: never if nothing went wrong. */
  boolean mayNeedDeepSweep() {
    return protocol.is(Trait.UNTRACKED) && event != Event.NOTHING;
  }
}
