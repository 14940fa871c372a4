package dev.evenkeel.sharding.internal.live;

import static dev.evenkeel.sharding.internal.live.Script.delete;
import static dev.evenkeel.sharding.internal.live.Script.find;
import static dev.evenkeel.sharding.internal.live.Script.get;
import static dev.evenkeel.sharding.internal.live.Script.put;
import static dev.evenkeel.sharding.internal.live.Script.range;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The scripts of the model, the short ones first. */
final class Scripts {
  private Scripts() {}

  private static Script script(String name, Consumer<Script> change) {
    Script script = new Script(name);
    script.keys = 1;
    change.accept(script);
    return script;
  }

  private static Script raise(String name, Consumer<Script> change) {
    return script(
        name,
        s -> {
          s.raises = true;
          s.ready = false;
          s.polls = false;
          change.accept(s);
        });
  }

  static Script named(String name) {
    return all().stream().filter(script -> script.name.equals(name)).findFirst().orElseThrow();
  }

  static List<Script> all() {
    List<Script> all = new ArrayList<>(quick());
    all.addAll(deep());
    return all;
  }

  static List<Script> quick() {
    List<Script> all = new ArrayList<>();
    all.add(
        script(
            "writer",
            s -> {
              s.progress = true;
              s.client(put(0));
            }));
    all.add(
        script(
            "writer and reader",
            s -> {
              s.progress = true;
              s.client(put(0)).client(get(0));
              s.refreshes = 1;
            }));
    all.add(
        script(
            "reads before it writes",
            s -> {
              s.client(find(0)).client(put(0));
              s.refreshes = 1;
            }));
    all.add(
        script(
            "two coordinators",
            s -> {
              s.client(put(0)).coordinators = 2;
              s.aborts = 1;
              s.refreshes = 1;
              s.time = false;
            }));
    all.add(
        script(
            "two changes",
            s -> {
              s.client(put(0)).client(range());
              s.changes = 2;
              s.tries = 2;
              s.refreshes = 1;
              s.time = false;
            }));
    all.add(
        script(
            "two losses",
            s -> {
              s.client(put(0)).losses = 2;
              s.tries = 2;
              s.refreshes = 1;
              s.time = false;
            }));
    all.add(
        script(
            "loss and crash, two coordinators",
            s -> {
              s.client(put(0)).losses = 1;
              s.crashes = 1;
              s.coordinators = 2;
              s.refreshes = 1;
              s.time = false;
            }));
    all.add(
        script(
            "puts and deletes",
            s -> {
              s.client(put(1), delete(1)).client(range());
              s.keys = 2;
              s.there = List.of(0);
              s.changes = 2;
              s.tries = 2;
              s.refreshes = 1;
              s.time = false;
            }));
    all.add(
        raise(
            "count raised",
            s -> {
              s.client(put(0)).client(get(0));
              s.progress = true;
            }));
    all.add(
        script(
            "two writers and a reader",
            s -> {
              s.client(put(0)).client(put(0)).client(get(0), get(0));
              s.refreshes = 1;
              s.time = false;
            }));
    all.add(
        applied(
            "applier",
            s -> {
              s.client(put(0)).refreshes = 1;
            }));
    all.add(
        applied(
            "two appliers",
            s -> {
              s.client(put(0)).appliers = 2;
              s.ceiling = 4;
              s.coolDown = 0;
              s.polls = true;
              s.refreshes = 1;
              s.time = false;
            }));
    return all;
  }

  /** Scripts in which the shards of the key are doubled by who finds it hot. */
  private static Script applied(String name, Consumer<Script> change) {
    return script(
        name,
        s -> {
          s.coordinators = 0;
          s.appliers = 1;
          s.polls = false;
          change.accept(s);
        });
  }

  static List<Script> deep() {
    List<Script> all = new ArrayList<>();
    all.add(
        raise(
            "count raised twice",
            s -> {
              s.client(put(0)).client(range());
              s.changes = 2;
              s.tries = 2;
            }));
    all.add(
        raise(
            "count raised by two",
            s -> {
              s.client(put(0)).client(get(0)).coordinators = 2;
              s.refreshes = 1;
              s.crashes = 1;
            }));
    all.add(
        raise(
            "count raised with a loss",
            s -> {
              s.client(put(0)).client(get(0)).losses = 1;
              s.tries = 2;
              s.refreshes = 1;
            }));
    all.add(
        raise(
            "count raised by strangers",
            s -> {
              s.client(put(0)).client(get(0)).coordinators = 2;
              s.refreshes = 1;
              s.strangers = true;
            }));
    all.add(
        raise(
            "count raised while READY",
            s -> {
              s.client(put(0)).client(get(0));
              s.ready = true;
            }));
    all.add(
        raise(
            "count raised, longer lease",
            s -> {
              s.client(put(0)).client(get(0), range());
              s.lease = 2;
            }));
    all.add(
        script(
            "late comer",
            s -> {
              s.progress = true;
              s.client(put(0));
              s.registered = 0;
            }));
    all.add(
        script(
            "two tries",
            s -> {
              s.progress = true;
              s.client(put(0)).tries = 2;
            }));
    all.add(
        script(
            "slow answers",
            s -> {
              s.client(put(0)).slowAnswers = true;
              s.tries = 2;
              s.polls = false;
            }));
    all.add(
        script(
            "slow polls",
            s -> {
              s.client(put(0)).slots = 2;
              s.slowAnswers = true;
              s.time = false;
            }));
    all.add(
        script(
            "slow requests",
            s -> {
              s.client(put(0)).slow = true;
            }));
    all.add(
        script(
            "silent reader",
            s -> {
              s.client(put(0)).client(get(0));
              s.tickSeconds = 10;
              s.silent = Set.of(1);
            }));
    all.add(
        script(
            "strangers",
            s -> {
              s.progress = true;
              s.client(put(0)).strangers = true;
              s.coordinators = 2;
              s.refreshes = 1;
            }));
    all.add(
        script(
            "unanswered",
            s -> {
              s.client(put(0)).losses = 1;
            }));
    all.add(
        script(
            "beats",
            s -> {
              s.client(put(0)).tries = 2;
              s.refreshes = 3;
            }));
    all.add(
        script(
            "beat lost",
            s -> {
              s.client(put(0)).losses = 1;
              s.lost = "#beat";
              s.tries = 2;
              s.polls = false;
              s.refreshes = 3;
            }));
    all.add(
        script(
            "leave and come back",
            s -> {
              s.client(put(0)).leaves = 1;
              s.slots = 2;
              s.slow = true;
              s.polls = false;
            }));
    all.add(
        script(
            "from settled",
            s -> {
              s.progress = true;
              s.client(put(0));
              s.ready = false;
              s.slow = true;
            }));
    all.add(
        script(
            "settled in between",
            s -> {
              s.client(put(0)).settles = 1;
              s.refreshes = 3;
            }));
    all.add(
        script(
            "settled by another",
            s -> {
              s.client(put(0)).settles = 1;
              s.coordinators = 2;
              s.refreshes = 1;
            }));
    all.add(
        script(
            "progress",
            s -> {
              s.client().crashes = 1;
              s.coordinators = 2;
              s.progress = true;
              s.aborts = 2;
              s.refreshes = 1;
            }));
    all.add(
        script(
            "two coordinators in time",
            s -> {
              s.progress = true;
              s.client(put(0)).coordinators = 2;
              s.refreshes = 1;
            }));
    all.add(
        script(
            "two changes in time",
            s -> {
              s.progress = true;
              s.client(put(0)).client(get(0));
              s.changes = 2;
              s.tries = 2;
              s.refreshes = 1;
            }));
    all.add(
        script(
            "two writers",
            s -> {
              s.client(put(0)).client(put(0));
              s.refreshes = 1;
            }));
    all.add(
        script(
            "longer lease",
            s -> {
              s.client(put(0)).client(get(0));
              s.lease = 2;
              s.refreshes = 1;
            }));
    all.add(
        script(
            "two writers in time",
            s -> {
              s.client(put(0)).client(put(0));
              s.polls = false;
            }));
    all.add(
        script(
            "two coordinators, a crash, in time",
            s -> {
              s.client(put(0)).coordinators = 2;
              s.crashes = 1;
              s.refreshes = 1;
            }));
    all.add(
        script(
            "unanswered calls, two tries",
            s -> {
              s.client(put(0), put(0)).losses = 1;
              s.refreshes = 1;
              s.tries = 2;
            }));
    all.add(
        script(
            "slow rows",
            s -> {
              s.client(put(0)).slow = true;
              s.registered = 0;
              s.spread = true;
              s.polls = false;
              s.refreshes = 1;
              s.time = false;
              s.client(put(0));
            }));
    all.add(
        script(
            "writer, reader, loss",
            s -> {
              s.client(put(0)).client(get(0)).losses = 1;
              s.refreshes = 1;
              s.lost = "#ack";
            }));
    all.add(
        script(
            "later requests",
            s -> {
              s.client(put(0)).client(get(0));
              s.late = 2;
              s.refreshes = 1;
            }));
    all.add(
        script(
            "rows under two keys",
            s -> {
              s.client(put(0)).client(put(0));
              s.spread = true;
              s.refreshes = 1;
              s.time = false;
              s.registered = 1;
            }));
    all.add(
        applied(
            "two changes by two appliers",
            s -> {
              s.client().appliers = 2;
              s.registered = 0;
              s.refreshes = 0;
              s.changes = 3;
              s.ceiling = 4;
              s.tries = 2;
            }));
    all.add(
        applied(
            "two appliers, two writers, a reader",
            s -> {
              s.client(put(0)).client(put(0)).client(get(0));
              s.appliers = 2;
              s.looks = 1;
              s.coolDown = 0;
              s.polls = true;
              s.refreshes = 1;
              s.time = false;
            }));
    all.add(
        applied(
            "two appliers, a loss, a crash",
            s -> {
              s.client(put(0)).appliers = 2;
              s.looks = 1;
              s.losses = 1;
              s.crashes = 1;
              s.coolDown = 0;
              s.polls = true;
              s.refreshes = 1;
              s.time = false;
            }));
    all.add(
        applied(
            "two appliers in time",
            s -> {
              s.client(put(0)).appliers = 2;
              s.looks = 1;
              s.refreshes = 1;
            }));
    all.add(
        applied(
            "applier and coordinator",
            s -> {
              s.client(put(0)).coordinators = 1;
              s.aborts = 1;
              s.looks = 1;
              s.refreshes = 1;
            }));
    all.add(
        applied(
            "applier of a layout that was settled",
            s -> {
              s.client().coordinators = 1;
              s.ready = false;
              s.registered = 0;
              s.refreshes = 0;
            }));
    return all;
  }

  /** Mistakes of those who use the protocol, and the scripts that show them. */
  static List<Script> wrong() {
    List<Script> all = new ArrayList<>();
    all.add(script("signed after the check", s -> s.client(put(0))));
    all.add(script("no answer counts as one", s -> s.client(put(0)).losses = 1));
    all.add(
        script(
            "the new place is not read",
            s -> {
              s.client(put(0)).client(get(0));
              s.refreshes = 1;
            }));
    all.add(
        script(
            "the id of a row is used again",
            s -> {
              s.client(put(0)).losses = 1;
              s.leaves = 1;
              s.lost = "DeleteItem";
              s.refreshes = 3;
            }));
    all.forEach(script -> script.mistake = script.name);
    return all;
  }
}
