package dev.evenkeel.chunking.internal.sweep;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.sweep.SweepSource.SweepTarget;
import dev.evenkeel.chunking.internal.sweep.SweptTables.SweptTable;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.IntentFormat;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An intent, and what it names. Nothing in it is trusted: what it names decides what is deleted.
 *
 * @param kind whether it may be acted on
 * @param intent null unless {@link Kind#OURS}
 * @param staged the payload that was staged to become the item's value
 * @param replaced the payload that the item had
 */
record ReadIntent(
    Kind kind, @Nullable Intent intent, List<SweepTarget> staged, List<SweepTarget> replaced) {

  /** Whether an intent may be acted on. */
  enum Kind {
    OURS,
    /** It names what no spec knows: another sweeper's. */
    FOREIGN,
    /** No version wrote it so, or a newer one did. */
    UNREADABLE
  }

  private static ReadIntent not(Kind kind) {
    return new ReadIntent(kind, null, List.of(), List.of());
  }

  Intent ours() {
    return requireNonNull(intent);
  }

  /** The longest grace of what it names. */
  long graceMillis() {
    return Stream.concat(staged.stream(), replaced.stream())
        .mapToLong(target -> target.table().graceMillis())
        .max()
        .orElse(0);
  }

  static ReadIntent of(
      SweptTables tables, IntentTableSpec table, Map<String, AttributeValue> item) {
    Intent intent = IntentFormat.read(table, item);
    if (intent == null || !isWhole(table, intent, item)) {
      return not(Kind.UNREADABLE);
    }
    List<SweepTarget> staged = new ArrayList<>();
    List<SweepTarget> replaced = new ArrayList<>();
    for (Change change : intent.changes()) {
      SweptTable swept = tables.find(change.parent().table());
      if (swept == null || !swept.intentTable().equals(table) || !knows(swept, change)) {
        return not(Kind.FOREIGN);
      }
      add(swept, change, change.staged(), staged);
      add(swept, change, change.replaced(), replaced);
    }
    boolean possible =
        Stream.concat(staged.stream(), replaced.stream()).allMatch(ReadIntent::isPossible);
    return possible ? new ReadIntent(Kind.OURS, intent, staged, replaced) : not(Kind.UNREADABLE);
  }

  /** Whether it stands where its id says, and says since when it is visible, if it is. */
  private static boolean isWhole(
      IntentTableSpec table, Intent intent, Map<String, AttributeValue> item) {
    boolean inPlace =
        IntentFormat.key(table, intent.id(), intent.due()).entrySet().stream()
            .allMatch(part -> Objects.equals(part.getValue(), item.get(part.getKey())));
    return inPlace && (intent.state() != State.COMMITTED || intent.committedAtMillis() != null);
  }

  private static boolean knows(SweptTable swept, Change change) {
    return Stream.of(change.staged(), change.replaced())
        .allMatch(payload -> payload == null || swept.knows(change.parent().attribute(), payload));
  }

  private static void add(
      SweptTable swept, Change change, @Nullable PayloadRef payload, List<SweepTarget> targets) {
    if (payload != null) {
      targets.add(new SweepTarget(swept, change.parent(), payload));
    }
  }

  private static boolean isPossible(SweepTarget target) {
    return target.table().canHave(target.parent(), target.payload())
        && !SeedNameCollisions.areTooMany(target);
  }
}
