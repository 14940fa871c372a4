package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.LayoutChange.End;
import dev.evenkeel.sharding.internal.live.LayoutChange.Published;
import dev.evenkeel.sharding.internal.move.MoveStart;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Somebody who adds pieces to the key, until there are as many as the script wants. */
final class ModelCoordinator extends ModelProcess {
  private static final int CHANGE = 5;
  private static final int SETTLE = 6;
  private static final int FINISH = 8;

  private final int number;
  private final RowWatch watch;
  private int triesLeft;
  private int finishesLeft;
  private int settlesLeft;
  private int published;

  ModelCoordinator(Script script, ModelStore store, int number) {
    super(script, store, 1);
    this.number = number;
    this.watch = new RowWatch(script.times(), () -> now);
    boolean isSettler = script.settles > 0 && number == script.coordinators - 1;
    this.triesLeft = isSettler && number > 0 ? 0 : script.tries;
    this.settlesLeft = isSettler ? script.settles : 0;
    this.finishesLeft = script.moves ? script.finishes : 0;
    this.published = script.moving ? 1 : 0;
  }

  @Override
  void addActs(List<Integer> inputs) {
    if (slots.get(0).isIdle() && triesLeft > 0 && published < script.changes) {
      inputs.add(Input.of(Input.BEGIN, 0, 0, CHANGE));
    }
    if (slots.get(0).isIdle() && settlesLeft > 0) {
      inputs.add(Input.of(Input.BEGIN, 0, 0, SETTLE));
    }
    if (slots.get(0).isIdle() && finishesLeft > 0 && published > 0) {
      inputs.add(Input.of(Input.BEGIN, 0, 0, FINISH));
    }
  }

  @Override
  void act(int input) {
    if (Input.argument(input) == SETTLE) {
      settlesLeft--;
      begin(
          slots.get(0),
          "settle",
          ModelStore.TABLE
              .read(ModelStore.FIRST)
              .then(now -> LayoutChange.settled(ModelStore.TABLE, now)));
      return;
    }
    if (Input.argument(input) == FINISH) {
      finishesLeft--;
      boolean looks = !script.mistake.equals("a move is finished without a look");
      begin(slots.get(0), "finish", ModelMove.finished(looks));
      return;
    }
    triesLeft--;
    if (script.moves) {
      begin(slots.get(0), "change", begun());
      return;
    }
    if (script.raises) {
      begin(slots.get(0), "change", raise().raised(ModelStore.FIRST));
      return;
    }
    LayoutChange preparing = change(2);
    begin(slots.get(0), "change", preparing.prepared(ModelStore.FIRST).then(this::added));
  }

  private Flow<End> begun() {
    return ModelStore.TABLE
        .read(ModelStore.FIRST)
        .then(
            seen -> {
              MoveStart start = MovedTable.start(script, seen);
              return change(start, seen)
                  .prepared(seen)
                  .then(ready -> script.whole ? checked(start, ready) : Flow.of(ready))
                  .then(ready -> change(start, ready).added(ready, watch));
            });
  }

  /** Looks whether another key is at the new place, as {@code Resharder.start} does. */
  private Flow<LayoutRecord> checked(MoveStart start, LayoutRecord announced) {
    if (announced.drained()) {
      return Flow.of(announced);
    }
    boolean looks = !script.mistake.equals("a move is announced and nobody looks");
    Flow<Integer> found =
        looks ? Flow.ask(new Look(3 - MovedTable.place(announced), 0)) : Flow.of(0);
    return found.then(
        other -> {
          LayoutRecord next = other == 0 ? announced.checked() : announced.givenUp();
          return ModelStore.TABLE
              .swap(announced, next)
              .then(ModelStore.TABLE.read(ModelStore.FIRST))
              .then(
                  now ->
                      now.isChecked(start.change(now))
                          ? Flow.of(now)
                          : Flow.failed(ModelStore.TABLE.hindered(now)));
        });
  }

  private LayoutChange change(MoveStart start, LayoutRecord record) {
    return new LayoutChange(
        ModelStore.TABLE,
        script.times(),
        ModelStore.FIRST,
        start.change(record),
        start::bound,
        () -> now,
        ModelStore::inOneRegion);
  }

  private CountRaise raise() {
    return new CountRaise(
        ModelStore.TABLE,
        script.times(),
        ModelStore.FIRST,
        TableLayout.ITEMS,
        2,
        3 + published + (script.strangers ? number : 0),
        Flow.done());
  }

  private Flow<End> added(LayoutRecord seen) {
    int most = ModelStore.pieces(seen).shardsMax();
    return most > script.changes
        ? Flow.of(new Published(seen))
        : change(most + 1 + (script.strangers ? number : 0)).added(seen, watch);
  }

  private LayoutChange change(int shards) {
    return new LayoutChange(
        ModelStore.TABLE,
        script.times(),
        ModelStore.FIRST,
        new Change(ModelStore.KEY, ModelStore.BY_SPEC, shards),
        this::above,
        () -> now,
        ModelStore::inOneRegion);
  }

  @Override
  void ended(Slot slot, @Nullable Object result, @Nullable Throwable failure) {
    if (result instanceof Published || (result instanceof LayoutRecord now && raise().isIn(now))) {
      published++;
    }
    boolean isPutBack =
        failure instanceof ConditionalCheckFailedException
            || failure instanceof LayoutUnknownException;
    if (failure != null
        && !(script.putsBack && isPutBack)
        && !(failure instanceof SdkClientException)
        && !(failure instanceof LayoutChangeException)) {
      events.wrong = "co%d: the change fails with %s".formatted(number, failure);
    }
  }

  @Override
  boolean isDone() {
    return slots.get(0).isIdle();
  }
}
