package dev.evenkeel.sharding.internal.live;

import org.jspecify.annotations.Nullable;

/**
 * Judges the steps of a {@link LayoutModel}: a published piece leaves no item behind, shards are
 * doubled when they may be, and the histories of items are linearizable. What it has to remember is
 * a part of the state.
 */
final class ModelJudge {
  private final Script script;
  private final ModelStore store;
  private final RegisterJudge register = new RegisterJudge();

  /** Where in a state the numbers of what lie. */
  private final int contents;

  private final int data;
  private final int judged;

  /** For how many ticks no piece has been added, as far as a cool-down has to know. */
  private final int calm;

  ModelJudge(Script script, ModelStore store, int contents, int data, int begin) {
    this.script = script;
    this.store = store;
    this.contents = contents;
    this.data = data;
    this.judged = begin;
    this.calm = judged + script.keys;
  }

  /** Where its part of a state ends. */
  int end() {
    return calm + 1;
  }

  /** Fills the first state in: its own part, and the items. */
  void begin(int[] state) {
    state[calm] = script.coolDown;
    for (int k = 0; k < script.keys; k++) {
      boolean there = script.there == k;
      state[judged + k] = register.first(there);
      int value = there ? RegisterJudge.FIRST_VALUE : 0;
      state[data] =
          script.moves ? MovedItems.with(0, 1, value) : Items.with(state[data], k, 1, value);
    }
  }

  void tick(int[] state) {
    state[calm] = Math.min(state[calm] + 1, script.coolDown);
  }

  /** Takes an event in; false if it fits no order of the calls. */
  boolean hears(int[] next, int event) {
    int kind = Event.kind(event);
    for (int k = 0; k < script.keys; k++) {
      boolean concerned =
          switch (kind) {
            case Event.SENT, Event.WRITTEN, Event.REFUSED -> Event.key(event) == k;
            case Event.READ_BEGUN -> ((Event.key(event) >> k) & 1) != 0;
            default -> true;
          };
      if (concerned) {
        int value = kind == Event.READ ? (Event.value(event) >> (4 * k)) & 15 : Event.value(event);
        next[judged + k] = register.after(next[judged + k], kind, Event.number(event), value);
        if (next[judged + k] < 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** What lies at a place, see {@link Items#at}. */
  int at(int items, int place, int key) {
    if (script.moves) {
      return place == MovedItems.BOTH ? items >> 4 : MovedItems.at(items, place);
    }
    return Items.at(items, place, key);
  }

  /** Which action of a copy fails, from 1; 0 if a write happens. */
  int failed(int items, int write) {
    return script.moves ? MovedItems.failed(items, write) : 0;
  }

  /** The items after a write. */
  int written(int items, int write) {
    return script.moves
        ? MovedItems.written(items, write)
        : Items.with(
            items, LateRequests.key(write), LateRequests.place(write), LateRequests.value(write));
  }

  /** What is wrong with a write of an item; null if nothing is. */
  @Nullable String wrong(int[] before, int[] next, int write) {
    if (script.moves) {
      LayoutRecord record = store.contents(before[contents]).record();
      return MovedItems.wrong(script, record, before[data], next[data]);
    }
    int key = LateRequests.key(write);
    int place = LateRequests.place(write);
    return store.isRead(before[contents], place, key)
        ? null
        : "item %d is written at place %d, where it is not read".formatted(key, place);
  }

  /** What is wrong with a change of the control table; null if nothing is. */
  @Nullable String wrong(int[] before, int[] next) {
    if (before[contents] == next[contents]) {
      return null;
    }
    DoublingJudge change =
        new DoublingJudge(
            store.contents(before[contents]).record(), store.contents(next[contents]).record());
    next[calm] = change.isAdded() ? 0 : next[calm];
    if (script.moves) {
      LayoutRecord record = store.contents(next[contents]).record();
      boolean begins =
          record.state() == LayoutRecord.State.MOVING
              && store.contents(before[contents]).record().state() != record.state();
      return begins && MovedItems.at(next[data], 3 - MovedTable.place(record)) != 0
          ? "another item is at the new place when items begin to be moved"
          : MovedItems.wrong(script, record, next[data]);
    }
    String wrong = change.wrong(script, before[calm]);
    for (int k = 0; k < script.keys && wrong == null; k++) {
      int place = Items.placeOf(next[data], k);
      if (place != 0 && !store.isRead(next[contents], place, k)) {
        wrong = "item %d lies at place %d, and the new layout hides it".formatted(k, place);
      }
    }
    return wrong;
  }
}
