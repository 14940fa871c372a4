package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.IntentFormat;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The ids of payloads, among some, that intents name. An id is drawn once and belongs to one write.
 * An intent is noted before anything is staged, and ends as its write becomes visible. So a payload
 * that was listed first, then is named by no intent, and then belongs to no item, is an orphan for
 * good. In another order a write that is being made would look the same.
 */
final class ActiveIntents {
  private static final int ALL = Integer.MAX_VALUE;

  private final Set<String> ids;

  /** The last chunk of each payload that the clean-up of its intent deletes. */
  private final Map<String, Integer> chunks = new HashMap<>();

  private ActiveIntents(Set<String> ids) {
    this.ids = ids;
  }

  /** Reads all intents of these tables. */
  static Flow<ActiveIntents> of(Collection<IntentTableSpec> tables, Collection<String> ids) {
    return Flow.defer(
        () -> {
          ActiveIntents activeIntents = new ActiveIntents(new HashSet<>(ids));
          return Flow.each(
                  ids.isEmpty() ? List.of() : tables,
                  1,
                  table -> IntentPages.each(table, null, page -> activeIntents.add(table, page)))
              .map(done -> activeIntents);
        });
  }

  boolean names(String id) {
    return chunks.containsKey(id);
  }

  /** Whether nothing has to be noted of a payload. */
  boolean covers(PayloadRef payload) {
    Integer upTo = chunks.get(payload.id());
    return upTo != null && upTo >= payload.chunks();
  }

  private Flow<Done> add(IntentTableSpec table, List<Map<String, AttributeValue>> page) {
    for (Map<String, AttributeValue> item : page) {
      Intent intent = IntentFormat.read(table, item);
      if (intent == null) {
        item.values().forEach(this::addAnyIn);
      } else {
        intent.changes().forEach(this::add);
      }
    }
    return Flow.done();
  }

  private void add(Change change) {
    add(change.staged(), true);
    add(change.replaced(), false);
  }

  private void add(@Nullable PayloadRef payload, boolean staged) {
    if (payload != null && ids.contains(payload.id())) {
      int upTo = staged || payload.chunks() == 0 ? ALL : payload.chunks();
      chunks.merge(payload.id(), upTo, Math::max);
    }
  }

  /** An intent of a newer version may hold what it names, wherever it names it. */
  private void addAnyIn(AttributeValue value) {
    if (value.s() != null && ids.contains(value.s())) {
      chunks.put(value.s(), ALL);
    }
    value.l().forEach(this::addAnyIn);
    value.m().values().forEach(this::addAnyIn);
  }
}
