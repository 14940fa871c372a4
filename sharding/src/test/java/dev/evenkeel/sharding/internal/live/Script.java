package dev.evenkeel.sharding.internal.live;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What is played: who there is, what they do, and how much may go wrong. */
final class Script {
  /** What a client does in a call. */
  record Op(Kind kind, int key) {

    /** Such as {@code put 0}; without a key for a range. */
    static Op of(String call) {
      String[] words = call.split(" ", -1);
      return new Op(
          Kind.valueOf(words[0].toUpperCase(Locale.ROOT)),
          words.length == 1 ? 0 : Integer.parseInt(words[1]));
    }
  }

  enum Kind {
    PUT,
    /** Puts an item of a key that reads like a shard of the key that is moved. */
    PUT_ALIKE,
    DELETE,
    /** Looks for an item and deletes it, if it is there. */
    FIND_AND_DELETE,
    GET,
    /** Reads all items of the key. */
    RANGE,
    /** Moves the item, if it is at its old place. */
    MOVE,
    /** Moves what was read in the move before, which has ended since. */
    MOVE_LATE,
    /** Puts an item if there is none. */
    PUT_NEW,
    /** Puts an item if there is one. */
    PUT_OLD,
    /** Puts both items by a transaction. */
    PUT_BOTH,
    /** Puts an item by a transaction if the other is there. */
    PUT_BESIDE,
    /** Puts both items by a batch. */
    PUT_BATCH,
    /** Reads all items by a transaction. */
    GET_BOTH,
    /** Reads all items by a batch. */
    GET_BATCH,
    /** Queries the items that a filter keeps, page by page. */
    PAGES,
    /** Scans them alike. */
    SCAN
  }

  final String name;

  /** The calls of each client. */
  final List<List<Op>> clients = new ArrayList<>();

  int coordinators = 1;

  /** Who doubles the shards of the key, since it is hot: how many, how often they look. */
  int appliers;

  int looks = 2;

  /**
   * In ticks: how long the record stands still before a change without a coordinator. Processes
   * tell times apart for four of these, so only scripts that need one have one.
   */
  int coolDown;

  /** How many shards those who double them go up to. */
  int ceiling = 2;

  int changes = 1;

  /** The client that does nothing but call; -1 if none. */
  int silent = -1;

  /** How often a coordinator begins or repeats a change. */
  int tries = 1;

  /** How often the last coordinator ends READY; if it is not the only one, it does nothing else. */
  int settles;

  int refreshes = 2;
  int aborts;
  int leaves;

  /**
   * Requests whose answer does not come, applied or not, now or later; or that are applied twice.
   */
  int losses;

  int crashes;

  /**
   * Whether the control table may be restored once, at any moment, to rows of any moment before.
   * The record is the one of now then: an older one hides items from whoever starts with it.
   */
  boolean restores;

  /** Whether the first record may be put back once, see {@link ControlRestore}. */
  boolean putsBack;

  int keys = 1;

  /** The sort key that has an item at first; -1 if none. */
  int there = -1;

  /** Whether the record is READY at first. */
  boolean ready = true;

  /** How many clients are registered at first, if it is. */
  int registered = 9;

  boolean polls = true;

  /** How many flows of a client run at a time, besides its call. */
  int slots = 1;

  /** Whether rows of clients lie under several keys, which are read one after another. */
  boolean spread;

  int lease = 1;
  int late = 1;
  long tickSeconds = 25;

  /** Whether requests to the control table take time; otherwise what begins a flow is answered. */
  boolean slow;

  /** Whether answers to beats and to reads of the record take time to arrive. */
  boolean slowAnswers;

  /** Whether time passes. */
  boolean time = true;

  /**
   * Only requests to the control table that have this in them get lost, if any is named; {@code
   * write} for writes of items alone.
   */
  String lost = "";

  /**
   * Whether coordinators raise the count of a table that draws shards, instead of adding pieces. An
   * item is written once, to the last shard that its writer knows.
   */
  boolean raises;

  /** Whether coordinators move an item to another number of shards, and clients act on that one. */
  boolean moves;

  /** Whether all items of a plain table are moved, and not those of one key back to plain. */
  boolean whole;

  /** Whether all items are moved to another table, or back from there. */
  boolean elsewhere;

  /** From how many shards the items of one key are moved to 2; 0 if that is not what is moved. */
  int shards;

  /** Whether the item is being moved at first. */
  boolean moving;

  /** Whether several items are moved, all the time, and what is played is {@link ItemModel}. */
  boolean items;

  /**
   * The items that are not there at first, a bit for each; that have expired; that are filtered.
   */
  int absent;

  int expired;
  int filtered;

  /** The limit of a page. */
  int limit = 1;

  /** Whether items of a transaction and of a batch are written one by one. */
  boolean piecewise;

  /** Whether items that a transaction checks are held until all is visible that it writes. */
  boolean checksHold;

  /** How often a write may be refused, since a transaction on its items is said to be under way. */
  int conflicts;

  /** How often a coordinator looks whether the move is at its end, and ends it if so. */
  int finishes = 1;

  /** Whether each coordinator wants another number of shards. */
  boolean strangers;

  /** Whether the lease is also judged directly. */
  boolean judgeLease = true;

  /** Whether it is checked that all changes can end from wherever things are. */
  boolean progress;

  /** How many states are looked at, at most; a script with fewer is looked at in full. */
  int statesMax = 12_000_000;

  /** What the shell around the protocol does wrong; empty for nothing. */
  String mistake = "";

  private Script(String name) {
    this.name = name;
  }

  /**
   * Reads a line such as {@code writer and reader | put 0; get 0 | progress refreshes=1 !time}.
   *
   * @param more settings that come before those of the line
   */
  static Script of(String line, String more) {
    String[] parts = line.split(" \\|(?: |$)", -1);
    Script script = new Script(parts[0]);
    for (String calls : parts[1].split("; ", -1)) {
      script.clients.add(
          calls.equals("idle") ? List.of() : Stream.of(calls.split(", ", -1)).map(Op::of).toList());
    }
    Stream.of(more, parts.length == 2 ? "" : parts[2])
        .flatMap(settings -> Stream.of(settings.split(" ", -1)))
        .filter(setting -> !setting.isEmpty())
        .forEach(script::set);
    return script;
  }

  /** Sets a field: {@code polls}, {@code !polls} or {@code tries=2}. */
  private void set(String setting) {
    String[] words = setting.replace("!", "").split("=", -1);
    try {
      Field field = Script.class.getDeclaredField(words[0]);
      if (field.getType() == boolean.class) {
        field.setBoolean(this, !setting.startsWith("!"));
      } else if (field.getType() == String.class) {
        field.set(this, words[1]);
      } else {
        field.setInt(this, Integer.parseInt(words[1]));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("Script '%s' has no '%s'".formatted(name, setting), e);
    }
  }

  LayoutTimes times() {
    return new LayoutTimes(
        Duration.ofSeconds(lease * tickSeconds), Duration.ofSeconds(late * tickSeconds));
  }

  @Override
  public String toString() {
    return name;
  }
}
