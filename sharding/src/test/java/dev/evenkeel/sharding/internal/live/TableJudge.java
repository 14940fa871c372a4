package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.live.Script.Kind;
import dev.evenkeel.sharding.internal.live.Script.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Judges what clients see of a table with a few items, event by event: whether a plain table, in
 * which nothing moves, could have shown it. Each call happens between its beginning and its end: a
 * transaction is decided at one moment, its items may become visible one by one where the script
 * says so, and a transaction that reads sees all of it or nothing. Each write of a batch happens at
 * a moment of its own, and so does the read of each item of a batch or a page. An expired item may
 * vanish at any time.
 *
 * <p>A state is all that can have happened up to now. States have numbers; -1 is none.
 */
final class TableJudge {
  static final int BEGUN = 0;
  static final int WRITTEN = 1;

  /** A condition did not hold. */
  static final int REFUSED = 2;

  /** There was no answer: what was under way may happen at any time, or never. */
  static final int LOST = 3;

  static final int READ = 4;

  private final Script script;
  private final Numbers<State> states = new Numbers<>();
  private final Map<Long, Integer> after = new HashMap<>();

  /** What can have happened. */
  private record State(Set<Possible> possible) {
    @Override
    public String toString() {
      return possible.stream().map(Possible::toString).sorted().toList().toString();
    }
  }

  /** Items with 4 bits for each, and the calls under way in the order of their beginning. */
  private record Possible(int items, List<Doing> doing) {
    Possible with(int items, int index, Doing now) {
      List<Doing> all = new ArrayList<>(doing);
      if (now.isOver()) {
        all.remove(index);
      } else {
        all.set(index, now);
      }
      return new Possible(items, all);
    }
  }

  /**
   * A call under way.
   *
   * @param call as {@link #call} says
   * @param decided 0 for not yet, 1 if it happens, 2 if a condition did not hold
   * @param done a bit for each item that is written or read
   * @param read what was read, 4 bits for each item
   * @param lost whether nobody hears of it
   */
  private record Doing(int call, int decided, int done, int read, int all, boolean lost) {
    boolean isOver() {
      return lost && (decided == 2 || (decided == 1 && done == all));
    }
  }

  TableJudge(Script script) {
    this.script = script;
  }

  static int event(int kind, int client, int call, int found) {
    return kind | (call(client, call) << 3) | (found << 9);
  }

  private static int call(int client, int call) {
    return (client << 3) | call;
  }

  private Op op(int call) {
    return script.clients.get(call >> 3).get(call & 7);
  }

  int first() {
    int items =
        IntStream.range(0, script.keys)
            .map(key -> ItemCalls.first(script, key) << (4 * key))
            .reduce(0, (a, b) -> a | b);
    return closed(Set.of(new Possible(items, List.of())));
  }

  int after(int state, int event) {
    return after.computeIfAbsent(
        ((long) state << 32) | event, all -> next(states.get(state), event));
  }

  private int next(State state, int event) {
    int kind = event & 7;
    int call = (event >> 3) & 63;
    Set<Possible> next = new HashSet<>();
    for (Possible each : state.possible()) {
      if (kind == BEGUN) {
        List<Doing> doing = new ArrayList<>(each.doing());
        doing.add(new Doing(call, 0, 0, 0, written(op(call)), false));
        next.add(new Possible(each.items(), doing));
        continue;
      }
      for (int i = 0; i < each.doing().size(); i++) {
        Doing now = each.doing().get(i);
        if (now.call() == call && !now.lost() && fits(now, kind, event >>> 9)) {
          next.add(ended(each, i, now, kind));
        }
      }
    }
    return closed(next);
  }

  private static Possible ended(Possible each, int index, Doing now, int kind) {
    if (kind == LOST) {
      return each.with(
          each.items(),
          index,
          new Doing(now.call(), now.decided(), now.done(), 0, now.all(), true));
    }
    List<Doing> rest = new ArrayList<>(each.doing());
    rest.remove(index);
    return new Possible(each.items(), rest);
  }

  private boolean fits(Doing now, int kind, int found) {
    return switch (kind) {
      case WRITTEN -> now.decided() == 1 && now.done() == now.all();
      case REFUSED -> now.decided() == 2;
      case READ -> fits(now, found);
      default -> true;
    };
  }

  private boolean fits(Doing now, int found) {
    boolean isFiltered = ItemPages.isPaged(op(now.call()).kind());
    for (int key = 0; key < script.keys; key++) {
      int seen = (found >> (4 * key)) & 15;
      int read = (now.read() >> (4 * key)) & 15;
      boolean isSame = seen == read || (isFiltered && seen == 0 && read == ItemCalls.UNKEPT);
      if (seen != ItemCalls.UNREAD && !((now.done() >> key & 1) == 1 && isSame)) {
        return false;
      }
    }
    return true;
  }

  private int closed(Set<Possible> from) {
    if (from.isEmpty()) {
      return -1;
    }
    Set<Possible> all = new HashSet<>();
    from.forEach(each -> addAll(each, all));
    return states.number(new State(all));
  }

  /** Adds a possibility, and all that can happen next in it. */
  private void addAll(Possible from, Set<Possible> all) {
    if (!all.add(from)) {
      return;
    }
    int locked = locked(from);
    for (int key = 0; key < script.keys; key++) {
      if (value(from.items(), key) == ItemCalls.EXPIRED && (locked >> key & 1) == 0) {
        addAll(new Possible(with(from.items(), key, 0), from.doing()), all);
      }
    }
    for (int i = 0; i < from.doing().size(); i++) {
      Doing now = from.doing().get(i);
      if (ItemCalls.reads(op(now.call()).kind())) {
        addReads(from, i, now, locked, all);
      } else {
        addWrites(from, i, now, locked, all);
      }
    }
  }

  /** The items that a transaction has decided to write and has not written. */
  private int locked(Possible from) {
    return from.doing().stream()
        .filter(now -> now.decided() == 1 && isAtomic(op(now.call())))
        .mapToInt(now -> now.all() & ~now.done())
        .reduce(0, (a, b) -> a | b);
  }

  private void addReads(Possible from, int index, Doing now, int locked, Set<Possible> all) {
    int keys = (1 << script.keys) - 1;
    if (op(now.call()).kind() == Kind.GET_BOTH) {
      if (locked == 0 && now.done() == 0) {
        Doing next = new Doing(now.call(), 0, keys, from.items(), now.all(), now.lost());
        addAll(from.with(from.items(), index, next), all);
      }
      return;
    }
    for (int key = 0; key < script.keys; key++) {
      if ((now.done() >> key & 1) == 0 && isRead(op(now.call()), key)) {
        int read = now.read() | (value(from.items(), key) << (4 * key));
        Doing next = new Doing(now.call(), 0, now.done() | (1 << key), read, now.all(), now.lost());
        addAll(from.with(from.items(), index, next), all);
      }
    }
  }

  private static boolean isRead(Op op, int key) {
    return op.kind() != Kind.GET || op.key() == key;
  }

  private void addWrites(Possible from, int index, Doing now, int locked, Set<Possible> all) {
    Op op = op(now.call());
    if (now.decided() == 2) {
      return;
    }
    if (now.decided() == 0 && isAtomic(op)) {
      int touched = now.all() | (op.kind() == Kind.PUT_BESIDE ? 1 << (1 - op.key()) : 0);
      if ((locked & touched) == 0) {
        addDecided(from, index, now, all);
      }
      return;
    }
    for (int key = 0; key < script.keys; key++) {
      int bit = 1 << key;
      boolean isLeft = (now.all() & ~now.done() & bit) != 0;
      if (isLeft && (isAtomic(op) || (locked & bit) == 0)) {
        addWritten(from, index, now, bit, all);
      }
    }
  }

  private void addDecided(Possible from, int index, Doing now, Set<Possible> all) {
    Op op = op(now.call());
    boolean isAllowed =
        switch (op.kind()) {
          case PUT_NEW -> value(from.items(), op.key()) == 0;
          case PUT_OLD -> value(from.items(), op.key()) != 0;
          case PUT_BESIDE -> value(from.items(), 1 - op.key()) != 0;
          default -> true;
        };
    Doing decided = new Doing(now.call(), isAllowed ? 1 : 2, 0, 0, now.all(), now.lost());
    if (!isAllowed || (script.piecewise && Integer.bitCount(now.all()) > 1)) {
      addAll(from.with(from.items(), index, decided), all);
    } else {
      addWritten(from, index, decided, now.all(), all);
    }
  }

  private void addWritten(Possible from, int index, Doing now, int keys, Set<Possible> all) {
    int items = from.items();
    for (int key = 0; key < script.keys; key++) {
      if ((keys >> key & 1) == 1) {
        items = with(items, key, value(now.call()));
      }
    }
    Doing next = new Doing(now.call(), 1, now.done() | keys, 0, now.all(), now.lost());
    addAll(from.with(items, index, next), all);
  }

  private int value(int call) {
    return op(call).kind() == Kind.DELETE ? 0 : ItemCalls.value(script, call >> 3, call & 7);
  }

  /** The items that a call writes, a bit for each. */
  private static int written(Op op) {
    return switch (op.kind()) {
      case PUT_BOTH, PUT_BATCH -> 3;
      default -> ItemCalls.reads(op.kind()) ? 0 : 1 << op.key();
    };
  }

  private static boolean isAtomic(Op op) {
    return op.kind() != Kind.PUT_BATCH;
  }

  private static int value(int items, int key) {
    return (items >> (4 * key)) & 15;
  }

  private static int with(int items, int key, int value) {
    return (items & ~(15 << (4 * key))) | (value << (4 * key));
  }
}
