package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * A process whose key is hot all the time, and that doubles its shards when it may. It looks at the
 * record now and then, as the session of a client does.
 */
final class ModelApplier extends ModelProcess {
  private static final int POLL = 1;
  private static final int APPLY = 7;

  private final int number;
  private final RowWatch watch;
  private final CoolDown coolDown;
  private @Nullable LayoutRecord seen;
  private int pollsLeft;
  private int triesLeft;

  ModelApplier(Script script, ModelStore store, int number) {
    super(script, store, 1);
    this.number = number;
    this.watch = new RowWatch(script.times(), () -> now);
    this.coolDown =
        new CoolDown(Duration.ofSeconds(script.coolDown * script.tickSeconds), () -> now);
    this.pollsLeft = script.looks;
    this.triesLeft = script.tries;
  }

  @Override
  void addActs(List<Integer> inputs) {
    if (!slots.get(0).isIdle()) {
      return;
    }
    if (pollsLeft > 0) {
      inputs.add(Input.of(Input.BEGIN, 0, 0, POLL));
    }
    if (triesLeft > 0 && seen != null && shards(seen) < script.ceiling && coolDown.isOver()) {
      inputs.add(Input.of(Input.BEGIN, 0, 0, APPLY));
    }
  }

  private static int shards(LayoutRecord record) {
    return ModelStore.pieces(record).last().shards();
  }

  @Override
  void act(int input) {
    if (Input.argument(input) == POLL) {
      pollsLeft--;
      begin(slots.get(0), "poll", ModelStore.TABLE.read(ModelStore.FIRST).map(this::looked));
      return;
    }
    triesLeft--;
    LayoutRecord measured = seen;
    LayoutChange change =
        new LayoutChange(
            ModelStore.TABLE,
            script.times(),
            ModelStore.FIRST,
            new Change(ModelStore.KEY, ModelStore.BY_SPEC, 2 * shards(measured)),
            this::above,
            () -> now,
            ModelStore::inOneRegion);
    begin(
        slots.get(0),
        "apply",
        new Doubling(change, measured.version(), now -> Flow.done(), watch, "ap" + number)
            .applied());
  }

  private Done looked(LayoutRecord read) {
    if (seen == null || read.version() > seen.version()) {
      seen = read;
      coolDown.look(read);
    }
    return Done.DONE;
  }

  @Override
  void ended(Slot slot, @Nullable Object result, @Nullable Throwable failure) {
    if (failure != null && !(failure instanceof SdkClientException)) {
      events.wrong = "ap%d: %s fails with %s".formatted(number, slot.name, failure);
    }
  }

  @Override
  boolean isDone() {
    return slots.get(0).isIdle();
  }
}
