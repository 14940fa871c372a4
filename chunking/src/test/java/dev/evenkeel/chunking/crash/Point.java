package dev.evenkeel.chunking.crash;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.crash.Protocol.Trait;
import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** One run of a protocol, on items of its own, to which something happens at some sub-requests. */
final class Point {
  private static final Map<String, AttributeValue> OF_ANOTHER =
      Map.of(
          "text", Values.text("another"),
          "body", Values.large("another"),
          "image", Values.large("anotheri"));

  private final Protocol protocol;
  private final List<Happening> happenings;
  private final Event last;
  private final List<Map<String, AttributeValue>> keys = new ArrayList<>();
  private @Nullable Stepper<?> stepper;

  /**
   * An event at a sub-request.
   *
   * @param at its number, from 0
   */
  record Happening(Event event, int at) {
    @Override
    public String toString() {
      return "%s at %d".formatted(event, at);
    }
  }

  /**
   * @param happenings in the order of their sub-requests; only the last may end or stop the flow
   */
  Point(Protocol protocol, Happening... happenings) {
    this.protocol = protocol;
    this.happenings = List.of(happenings);
    this.last = happenings.length == 0 ? Event.NOTHING : happenings[happenings.length - 1].event();
    for (int i = 0; i < protocol.items().size(); i++) {
      keys.add(Map.of("id", AttributeValue.fromS("%s/%d".formatted(this, i))));
    }
  }

  List<Map<String, AttributeValue>> keys() {
    return keys;
  }

  @Override
  public String toString() {
    return "%s %s".formatted(protocol.name(), happenings);
  }

  /** The number of sub-requests that have ended. */
  int ended() {
    return stepper().ended();
  }

  private Stepper<?> stepper() {
    return requireNonNull(stepper);
  }

  /** Writes what the protocol meets. */
  void prepare(CrashFixture fixture, ChunkingPlanner planner) {
    for (int i = 0; i < keys.size(); i++) {
      Map<String, AttributeValue> item = protocol.items().get(i);
      if (!item.isEmpty()) {
        put(fixture, planner, Values.with(keys.get(i), item));
      }
    }
  }

  private static void put(
      CrashFixture fixture, ChunkingPlanner planner, Map<String, AttributeValue> item) {
    PutItemRequest put = PutItemRequest.builder().tableName(CrashFixture.DOCS).item(item).build();
    Object unused = Stepper.run(CrashFixture.flow(planner, put), fixture.calls);
  }

  /**
   * Runs as far as may be without a pause; ends with whether all came to pass before the flow was
   * over.
   */
  boolean run(CrashFixture fixture, ChunkingPlanner planner, Mutant mutant, Sweeps sweeps) {
    Stepper<?> run =
        new Stepper<>(
            mutant.applied(CrashFixture.flow(planner, protocol.request().apply(keys))),
            fixture.calls);
    stepper = run;
    for (Happening happening : happenings) {
      run.run(happening.at());
      if (run.isOver()) {
        return false;
      }
      if (happening.event().isOfAnother()) {
        byAnother(happening.event(), fixture, planner, sweeps);
      } else {
        happen(happening.event(), run);
      }
    }
    if (!last.isDeath() && last != Event.PAUSED) {
      run.toEnd();
    }
    return true;
  }

  private static void happen(Event event, Stepper<?> run) {
    switch (event) {
      case DIES_BEFORE -> run.applyOthers();
      case DIES_AFTER -> run.apply();
      case LOST_BEFORE -> run.fail(lost());
      case LOST_AFTER -> run.applyAndFail(lost());
      case LATE -> {
        Request<?> request = run.next();
        run.fail(lost());
        run.toEnd();
        run.sendOnly(request);
      }
      case REPEATED -> run.applyTwice();
      case THROTTLED -> run.fail(throttled(run.next()));
      default -> {}
    }
  }

  private void byAnother(
      Event event, CrashFixture fixture, ChunkingPlanner planner, Sweeps sweeps) {
    Runnable replace = () -> put(fixture, planner, Values.with(keys.get(0), OF_ANOTHER));
    switch (event) {
      case REPLACED -> replace.run();
      case REPLACED_AND_SWEPT -> sweeps.onlyOf(replace);
      default -> {
        DeleteItemRequest delete =
            DeleteItemRequest.builder().tableName(CrashFixture.DOCS).key(keys.get(0)).build();
        Object unused = Stepper.run(CrashFixture.flow(planner, delete), fixture.calls);
      }
    }
  }

  /** Resumes after a pause. */
  void resume() {
    if (last == Event.PAUSED) {
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

  /** Whether the caller was answered that all was written. */
  private boolean isDone() {
    Object result = stepper().result();
    return result != null
        && !(result instanceof BatchWriteItemResponse batch && !batch.unprocessedItems().isEmpty());
  }

  /** The reason why its end is wrong; null if it is right. */
  @Nullable String wrongEnd() {
    Throwable failure = stepper().failure();
    boolean isTooLateToReturn =
        protocol.is(Trait.RETURNS_VALUES)
            && ChunkingException.is(failure, ChunkingException.Reason.RETURN_VALUES)
            && LargeValueException.is(failure.getCause(), Reason.PAYLOAD_MISSING)
            && any(event -> event == Event.REPLACED_AND_SWEPT);
    if (protocol.is(Trait.REFUSED)) {
      return happenings.isEmpty() && failure == null
          ? "it succeeded although its condition fails"
          : null;
    }
    boolean mustSucceed = !any(event -> !event.isHarmless());
    return mustSucceed && failure != null && !isTooLateToReturn
        ? "it failed although nothing went wrong: " + failure
        : null;
  }

  private boolean any(Predicate<Event> test) {
    return happenings.stream().map(Happening::event).anyMatch(test);
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
    if (!any(Event::isOfAnother)) {
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
    changed.set(0, any(event -> event == Event.DELETED) ? Map.of() : OF_ANOTHER);
    return changed;
  }

  /** Whether only a deep sweep may find what it left: never if nothing went wrong. */
  boolean mayNeedDeepSweep() {
    return protocol.is(Trait.UNTRACKED) && !happenings.isEmpty();
  }
}
