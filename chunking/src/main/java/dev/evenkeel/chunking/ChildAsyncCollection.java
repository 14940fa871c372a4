package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.children.ChildFlows;
import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.MigratedPage;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The asynchronous counterpart of {@link ChildCollection}: the same flows, guarantees, costs and
 * refusals, which are failures of the future. Blocks no thread. Cancelling a result cancels what is
 * under way, like a kill.
 */
public final class ChildAsyncCollection {
  private final ChildCollectionSpec spec;
  private final ChildFlows flows;
  private final AsyncRunner runner;
  private final Sender<CompletableFuture<?>> sender;

  private ChildAsyncCollection(
      ChildCollectionSpec spec,
      ChildFlows flows,
      AsyncRunner runner,
      Sender<CompletableFuture<?>> sender) {
    this.spec = spec;
    this.flows = flows;
    this.runner = runner;
    this.sender = sender;
  }

  /** See {@link ChildCollection#of}. */
  public static ChildAsyncCollection of(DynamoDbAsyncClient client, ChildCollectionSpec spec) {
    return of(client, spec, ClientThreads.shared());
  }

  /** The same, with the context of the callers. */
  public static ChildAsyncCollection of(
      DynamoDbAsyncClient client, ChildCollectionSpec spec, ClientThreads threads) {
    return new ChildAsyncCollection(
        spec,
        ChildFlows.of(spec),
        AsyncRunner.create(threads),
        Sender.async(Objects.requireNonNull(client), Sender.nothingElse()));
  }

  /** See {@link ChildCollection#withParentSet}. */
  public ChildAsyncCollection withParentSet() {
    return new ChildAsyncCollection(spec, ChildFlows.withParentSet(spec), runner, sender);
  }

  /** See {@link ChildCollection#add}. */
  public CompletableFuture<Boolean> add(AttributeValue parent, AttributeValue element) {
    return addAll(parent, List.of(element)).thenApply(added -> !added.isEmpty());
  }

  /** See {@link ChildCollection#addAll}. */
  public CompletableFuture<List<AttributeValue>> addAll(
      AttributeValue parent, Collection<AttributeValue> elements) {
    return run(
        () ->
            flows
                .writes()
                .add(parent, flows.writes().children(elements))
                .map(added -> added.stream().map(Child::element).toList()));
  }

  /** See {@link ChildCollection#addChild}. */
  public CompletableFuture<Boolean> addChild(AttributeValue parent, Child child) {
    return addChildren(parent, List.of(child)).thenApply(added -> !added.isEmpty());
  }

  /** See {@link ChildCollection#addChildren}. */
  public CompletableFuture<List<Child>> addChildren(
      AttributeValue parent, Collection<Child> children) {
    return run(() -> flows.writes().add(parent, children));
  }

  /** See {@link ChildCollection#remove}. */
  public CompletableFuture<Boolean> remove(AttributeValue parent, AttributeValue range) {
    return removeAll(parent, List.of(range)).thenApply(removed -> !removed.isEmpty());
  }

  /** See {@link ChildCollection#removeAll}. */
  public CompletableFuture<List<AttributeValue>> removeAll(
      AttributeValue parent, Collection<AttributeValue> ranges) {
    return run(() -> flows.writes().remove(parent, ranges));
  }

  /** See {@link ChildCollection#contains}. */
  public CompletableFuture<Boolean> contains(AttributeValue parent, AttributeValue range) {
    return containing(parent, List.of(range)).thenApply(found -> !found.isEmpty());
  }

  /** See {@link ChildCollection#containing}. */
  public CompletableFuture<List<AttributeValue>> containing(
      AttributeValue parent, Collection<AttributeValue> ranges) {
    return run(() -> flows.reads().containing(parent, ranges));
  }

  /** See {@link ChildCollection#count}. */
  public CompletableFuture<Long> count(AttributeValue parent) {
    return run(() -> flows.reads().count(parent));
  }

  /** See {@link ChildCollection#page}. */
  public CompletableFuture<ChildPage> page(AttributeValue parent, ChildQuery query) {
    return run(() -> flows.reads().page(parent, query));
  }

  /** See {@link ChildCollection#clear}. */
  public CompletableFuture<Long> clear(AttributeValue parent) {
    return run(() -> flows.writes().clear(parent));
  }

  /** See {@link ChildCollection#migrate}. */
  public CompletableFuture<Long> migrate(AttributeValue parent) {
    return run(() -> flows.migration().migrate(parent));
  }

  /** See {@link ChildCollection#migratePage}. */
  public CompletableFuture<MigratedPage> migratePage(
      @Nullable Map<String, AttributeValue> startKey) {
    return run(() -> flows.migration().page(startKey));
  }

  /** An exception before the flow begins fails the future. */
  private <T> CompletableFuture<T> run(Supplier<Flow<T>> flow) {
    return runner.run(Flow.defer(flow), sender, Deadline.NONE);
  }
}
