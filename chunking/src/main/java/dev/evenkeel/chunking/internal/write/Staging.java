package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.policy.ItemLayout.ExternalValue;
import dev.evenkeel.chunking.internal.store.Intents.Abandoned;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Stages values: writes their payloads before anything points to them. */
public final class Staging {
  private Staging() {}

  /** A value of a write, and the marker of its payload. */
  public record Upload(ItemWrite write, ExternalValue moved, Marker marker) {
    Parent parent() {
      return write.table().parent(write.key(), moved.attribute());
    }

    public Change change() {
      return new Change(parent(), PayloadRef.of(marker), null);
    }
  }

  /**
   * The markers of the values of a write; values that are not outside yet are added to the uploads.
   */
  public static Map<String, Marker> markers(UnchangedValues unchanged, List<Upload> uploads) {
    ItemWrite write = unchanged.write;
    Map<String, Marker> markers = new LinkedHashMap<>(unchanged.markers);
    for (ExternalValue moved : write.moved()) {
      if (!markers.containsKey(moved.attribute())) {
        Marker marker = moved.marker(write.stores().environment().freshId());
        markers.put(moved.attribute(), marker);
        uploads.add(new Upload(write, moved, marker));
      }
    }
    return markers;
  }

  /** The attributes whose values are uploaded. */
  public static Set<String> brought(List<Upload> uploads) {
    return uploads.stream()
        .map(upload -> upload.moved().attribute())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** An open intent, due after the grace. */
  public static Intent intent(TableStores stores, List<Change> changes) {
    return new Intent(
        stores.environment().freshId(),
        stores.environment().now().plus(stores.table().spec().grace()),
        State.OPEN,
        null,
        changes);
  }

  /**
   * Notes an intent and writes the payloads. If that fails the payloads stay, for the same failure
   * may hit a clean-up too: the sweep finds them by the intent.
   */
  public static Flow<Done> stage(Intent intent, List<Upload> uploads, TableStores stores) {
    Flow<Done> writes =
        Flow.each(
            uploads,
            stores.table().spec().limits().widthMax(),
            upload ->
                stores.payloads().write(upload.parent(), upload.marker(), upload.moved().stored()));
    return stores.requireIntents().note(intent).then(done -> orTakenBack(intent, stores, writes));
  }

  /**
   * Removes staged payloads if the staging fails so late that a sweep may have run before the last
   * payload was written: no later sweep would remove that one. The intent stays, for what failed
   * may come later still.
   */
  public static <T> Flow<T> orTakenBack(Intent intent, TableStores stores, Flow<T> staging) {
    return staging.recover(failure -> removedIfLate(intent, stores).then(Flow.failed(failure)));
  }

  /** Removes what is staged for a write that will not be made, if a sweep may have been there. */
  public static Flow<Done> removedIfLate(Intent intent, TableStores stores) {
    if (!mayBeSwept(intent, stores)) {
      return Flow.done();
    }
    return stores
        .requireIntents()
        .abandon(intent)
        .then(found -> found == Abandoned.COMMITTED ? Flow.done() : remove(intent, stores))
        .recover(failure -> Flow.done());
  }

  /** Whether half of the grace is over; the other half is for clocks that differ. */
  private static boolean mayBeSwept(Intent intent, TableStores stores) {
    Duration half = stores.table().spec().grace().dividedBy(2);
    return stores.environment().now().plus(half).isAfter(intent.due());
  }

  /** The payloads that a write replaces: its item has them before the write and not after. */
  public static List<Change> replaced(
      ItemWrite write, ItemSnapshot snapshot, Map<String, Marker> markers) {
    List<Change> replaced = new ArrayList<>();
    for (String attribute : write.overwrites()) {
      PayloadRef before = snapshot.payload(attribute);
      if (before != null && !before.isSameAs(PayloadRef.of(markers.get(attribute)))) {
        replaced.add(new Change(write.table().parent(write.key(), attribute), null, before));
      }
    }
    return replaced;
  }

  /**
   * The payloads that several writes replace, by table.
   *
   * @param snapshots the items of the writes as read before
   * @param markers where the values of a write are, or will be
   */
  public static Map<TableStores, List<Change>> replaced(
      Map<ItemWrite, ItemSnapshot> snapshots, Function<ItemWrite, Map<String, Marker>> markers) {
    Map<TableStores, List<Change>> replaced = new LinkedHashMap<>();
    snapshots.forEach(
        (write, snapshot) -> {
          List<Change> changes = replaced(write, snapshot, markers.apply(write));
          if (!changes.isEmpty()) {
            replaced.computeIfAbsent(write.stores(), with -> new ArrayList<>()).addAll(changes);
          }
        });
    return replaced;
  }

  /** Notes an open intent for the changes of each table. */
  public static Flow<Map<TableStores, Intent>> noted(Map<TableStores, List<Change>> byTable) {
    Map<TableStores, Intent> intents = new LinkedHashMap<>();
    byTable.forEach((stores, changes) -> intents.put(stores, intent(stores, changes)));
    return each(intents, (intent, stores) -> stores.requireIntents().note(intent))
        .map(done -> intents);
  }

  /** Does something with each of these intents, side by side. */
  public static Flow<Done> each(
      Map<TableStores, Intent> intents, BiFunction<Intent, TableStores, Flow<Done>> action) {
    return Flow.each(
        intents.entrySet(),
        Math.max(1, intents.size()),
        entry -> action.apply(entry.getValue(), entry.getKey()));
  }

  /**
   * Whether a write is visible, found out by giving it up: if that succeeds, it is not and never
   * will be.
   *
   * @param isThere whether an item has what was staged; asked if the intent is gone
   */
  static Flow<Boolean> isVisible(Intent intent, TableStores stores, Flow<Boolean> isThere) {
    return stores
        .requireIntents()
        .abandon(intent)
        .then(
            found ->
                switch (found) {
                  case COMMITTED -> Flow.of(true);
                  case NOW, BEFORE -> Flow.of(false);
                  case GONE -> isThere;
                });
  }

  /**
   * Takes back what was staged for a write that will not be made: first the right to make it
   * visible, then the payloads, then the intent. A sweep that was first may have looked before all
   * was staged, so the payloads are removed then too. Payloads that cannot be removed are left to
   * the sweep.
   *
   * @param isThere whether an item has what was staged; asked if the intent is gone
   */
  static Flow<Done> takeBack(Intent intent, TableStores stores, Flow<Boolean> isThere) {
    return stores
        .requireIntents()
        .abandon(intent)
        .then(
            found ->
                switch (found) {
                  case NOW ->
                      remove(intent, stores).then(done -> stores.requireIntents().forget(intent));
                  case BEFORE -> remove(intent, stores);
                  case COMMITTED -> Flow.done();
                  case GONE -> isThere.then(is -> is ? Flow.done() : remove(intent, stores));
                })
        .recover(failure -> Flow.done());
  }

  /** Removes what was staged for a write that can never become visible. */
  static Flow<Done> remove(Intent intent, TableStores stores) {
    return Flow.each(
        intent.changes(),
        1,
        change ->
            change.staged() == null
                ? Flow.done()
                : stores.payloads().remove(change.parent(), change.staged()));
  }

  /**
   * The values of a write that its item has outside already, and that are not uploaded again.
   *
   * <p>A marker with the same digest is not enough: the payload may be lost, or the item may be a
   * copy, made by another client, of an item whose payload has another name. Writing the value
   * again repairs that. So each payload is checked for, and a missing one is uploaded. A value
   * given by reference is never uploaded.
   */
  public static final class UnchangedValues {
    private final ItemWrite write;
    private final Map<String, Marker> markers;

    private UnchangedValues(ItemWrite write, Map<String, Marker> markers) {
      this.write = write;
      this.markers = new LinkedHashMap<>(markers);
    }

    /** The values that a put gives by reference; the item has not been read. */
    public static UnchangedValues referenced(ItemWrite write) {
      return new UnchangedValues(write, write.referencedMarkers(write.referenced()));
    }

    /** Checks the values of a write: one request for each whose marker the item has. */
    public static Flow<UnchangedValues> of(ItemWrite write, ItemSnapshot snapshot) {
      return Flow.defer(
          () -> {
            UnchangedValues unchanged =
                new UnchangedValues(write, write.referencedMarkers(snapshot));
            return same(write, snapshot).then(same -> unchanged.check(same));
          });
    }

    /** Values are hashed only if the item has a payload to compare them with. */
    private static Flow<Map<String, Marker>> same(ItemWrite write, ItemSnapshot snapshot) {
      return write.overwrites().stream().allMatch(attribute -> snapshot.payload(attribute) == null)
          ? Flow.of(Map.of())
          : Compute.flow(() -> write.same(snapshot));
    }

    private Flow<UnchangedValues> check(Map<String, Marker> same) {
      List<Flow<Done>> checks = new ArrayList<>();
      same.forEach(
          (attribute, marker) ->
              checks.add(check(write.table().parent(write.key(), attribute), marker)));
      return Flow.awaitAll(checks).map(done -> this);
    }

    private Flow<Done> check(Parent parent, Marker marker) {
      return write
          .stores()
          .payloads()
          .isThere(parent, requireNonNull(PayloadRef.of(marker)))
          // The upload reports a store that cannot be reached.
          .recover(failure -> Flow.of(false))
          .map(
              there -> {
                if (there) {
                  markers.put(parent.attribute(), marker);
                }
                return Done.DONE;
              });
    }

    public ItemWrite write() {
      return write;
    }
  }
}
