package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.spec.children.ChildCollectionException;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.MigratedPage;
import dev.evenkeel.chunking.spec.children.MigratedPage.Unmoved;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.KeyMismatchException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * Moves sets to the children, some elements at a time, each time in one transaction. Nothing has to
 * be remembered between them: what is still in the set is what is left to be done.
 */
public final class Migration {
  /** The number of parents that are processed at a time. */
  private static final int WIDTH = 4;

  private final ChildCollectionSpec spec;

  Migration(ChildCollectionSpec spec) {
    this.spec = spec;
  }

  /** Moves what is in the set of a parent until nothing is, and ends with how much that was. */
  public Flow<Long> migrate(AttributeValue parent) {
    ParentSet set = ChildFlows.set(spec, "TransactWriteItems");
    return round(new Moves(spec, set, parent), new ParentSide(spec, set), 0, 0);
  }

  private Flow<Long> round(Moves moves, ParentSide side, long before, int fruitless) {
    return side.read(moves.parent())
        .mapFailure(failure -> unreadable(moves.set(), failure))
        .then(
            inSet ->
                inSet.isEmpty()
                    ? Flow.of(before)
                    : moves
                        .move(List.copyOf(inSet.values()))
                        .then(moved -> again(moves, side, before + moved, moved, fruitless)));
  }

  private static Throwable unreadable(ParentSet set, Throwable failure) {
    return failure instanceof DecoratorException refused && refused.isOfItem()
        ? ChildCollectionException.setNotMovable(
            set, "the client refuses to read its parent: " + refused.getMessage(), refused)
        : failure;
  }

  /**
   * A client that constantly removes and adds the same element can make every transaction of a
   * round fail, so fruitless rounds are limited.
   */
  private Flow<Long> again(
      Moves moves, ParentSide side, long total, long moved, int fruitlessBefore) {
    int fruitless = moved > 0 ? 0 : fruitlessBefore + 1;
    if (fruitless > Retries.CALL_MAX) {
      return Flow.failed(
          ChildCollectionException.setNotMovable(
              moves.set(), "others change it all the time. Repeat it later.", null));
    }
    return fruitless == 0
        ? round(moves, side, total, 0)
        : Flow.ask(Retries.pause(fruitless)).then(done -> round(moves, side, total, fruitless));
  }

  /** Moves the sets of the parents of one page of their table. */
  public Flow<MigratedPage> page(@Nullable Map<String, AttributeValue> startKey) {
    ParentSet set = ChildFlows.set(spec, "Scan");
    return TableCall.scan(scan(set, startKey))
        .then(
            page ->
                Flow.awaitAll(page.items().stream().map(key -> migrateOf(set, key)).toList(), WIDTH)
                    .map(
                        done ->
                            new MigratedPage(
                                done.size(),
                                done.stream().mapToLong(Outcome::moved).sum(),
                                done.stream().flatMap(Outcome::unmoved).toList(),
                                page.lastEvaluatedKey().isEmpty()
                                    ? null
                                    : page.lastEvaluatedKey())));
  }

  private static ScanRequest scan(ParentSet set, @Nullable Map<String, AttributeValue> startKey) {
    Map<String, String> names = new LinkedHashMap<>();
    set.key().attributes().forEach(key -> names.put("#k" + names.size(), key));
    String keys = String.join(", ", names.keySet());
    names.put("#set", set.attribute());
    return ScanRequest.builder()
        .tableName(set.tableName())
        .projectionExpression(keys)
        .filterExpression("attribute_exists(#set)")
        .expressionAttributeNames(names)
        .exclusiveStartKey(startKey)
        .consistentRead(true)
        .build();
  }

  private record Outcome(long moved, @Nullable Unmoved failed) {
    Stream<Unmoved> unmoved() {
      return Stream.ofNullable(failed);
    }
  }

  /** Reports a set that cannot be moved, so that it does not keep all others waiting. */
  private Flow<Outcome> migrateOf(ParentSet set, Map<String, AttributeValue> key) {
    return Flow.defer(() -> migrate(parentOf(set, key)))
        .map(moved -> new Outcome(moved, null))
        .recover(
            ChildCollectionException.class,
            failure -> Flow.of(new Outcome(0, new Unmoved(key, failure))));
  }

  private AttributeValue parentOf(ParentSet set, Map<String, AttributeValue> key) {
    try {
      return spec.parent(set.parentOf(key));
    } catch (RefusedOperationException e) {
      throw noKeyOfChildren(set, e);
    } catch (KeyMismatchException e) {
      throw e.problem() == KeyMismatchException.Problem.TOO_LONG ? noKeyOfChildren(set, e) : e;
    }
  }

  private static ChildCollectionException noKeyOfChildren(
      ParentSet set, DecoratorException refused) {
    return ChildCollectionException.setNotMovable(
        set, "no child can have the key of its parent: " + refused.getMessage(), refused);
  }
}
