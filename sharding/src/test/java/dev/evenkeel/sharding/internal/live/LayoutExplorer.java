package dev.evenkeel.sharding.internal.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all states of a model, nearest first. States are kept as they are and compared as
 * they are: none is taken for another. A state takes two bytes for each of its numbers, and some 12
 * more, so that hundreds of millions fit into the memory of one machine.
 */
final class LayoutExplorer {
  private static final int CHUNK = 1 << 14;

  private final Model model;
  private final int width;
  private final int statesMax;
  private final List<char[]> chunks = new ArrayList<>();
  private int[] parents = new int[CHUNK];

  /** The numbers of states from 1 on, where their hashes say; 0 where there is none. */
  private int[] table = new int[CHUNK];

  private int size;
  private int at;
  private int publishedMax;
  private @Nullable String wrong;
  private int[] edges = new int[0];
  private int edgesSize;

  LayoutExplorer(Script script) {
    this(script, script.statesMax);
  }

  LayoutExplorer(Script script, int statesMax) {
    this.model = script.items ? new ItemModel(script) : new LayoutModel(script);
    this.width = model.size();
    this.statesMax = statesMax;
    if (script.progress) {
      edges = new int[CHUNK];
    }
  }

  /** What is wrong in some state, and the steps that led there; null if nothing was found. */
  @Nullable String explore() {
    add(model.first(), -1);
    Taken taken = new Taken();
    for (at = 0; at < size && wrong == null && size < statesMax; at++) {
      int[] state = state(at);
      publishedMax = Math.max(publishedMax, model.published(state));
      model.steps(state, taken);
    }
    if (wrong != null) {
      return wrong + "\n  " + String.join("\n  ", path(at - 1));
    }
    return edges.length > 0 && isComplete() ? stuck() : null;
  }

  private final class Taken implements Steps {
    @Override
    public void to(int[] next) {
      int there = add(next, at);
      if (edges.length > 0) {
        if (edgesSize + 2 > edges.length) {
          edges = Arrays.copyOf(edges, 2 * edges.length);
        }
        edges[edgesSize++] = at;
        edges[edgesSize++] = there;
      }
    }

    @Override
    public void wrong(String what) {
      wrong = wrong == null ? what : wrong;
    }
  }

  /** Whether all states were seen. */
  boolean isComplete() {
    return size < statesMax;
  }

  int size() {
    return size;
  }

  /** The most pieces that were added in any state: a script that adds none shows nothing. */
  int publishedMax() {
    return publishedMax;
  }

  private int[] state(int number) {
    int[] state = new int[width];
    char[] chunk = chunks.get(number / CHUNK);
    int from = number % CHUNK * width;
    for (int i = 0; i < width; i++) {
      state[i] = chunk[from + i] - 1;
    }
    return state;
  }

  private int add(int[] state, int parent) {
    int slot = slot(state);
    if (table[slot] != 0) {
      return table[slot] - 1;
    }
    if (size % CHUNK == 0) {
      chunks.add(new char[CHUNK * width]);
    }
    int from = size % CHUNK * width;
    for (int i = 0; i < width; i++) {
      chunks.get(size / CHUNK)[from + i] = packed(state[i]);
    }
    if (size == parents.length) {
      parents = Arrays.copyOf(parents, size + size / 2);
    }
    parents[size] = parent;
    table[slot] = ++size;
    if (size > table.length / 5 * 3) {
      enlargeTable();
    }
    return size - 1;
  }

  private static char packed(int part) {
    if (part < -1 || part >= Character.MAX_VALUE) {
      throw new AssertionError("A state's number is " + part + ", and two bytes do not hold it");
    }
    return (char) (part + 1);
  }

  /** Where a state stands in the table, or would. */
  private int slot(int[] state) {
    long hash = 0;
    for (int part : state) {
      hash = (hash ^ part) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    int slot = (int) (hash >>> 32) & (table.length - 1);
    while (table[slot] != 0 && !isAt(table[slot] - 1, state)) {
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }

  private void enlargeTable() {
    table = new int[2 * table.length];
    for (int i = 0; i < size; i++) {
      table[slot(state(i))] = i + 1;
    }
  }

  private boolean isAt(int number, int[] state) {
    char[] chunk = chunks.get(number / CHUNK);
    int from = number % CHUNK * width;
    for (int i = 0; i < width; i++) {
      if (chunk[from + i] != (char) (state[i] + 1)) {
        return false;
      }
    }
    return true;
  }

  /** The names of the steps to a state, and of the step from it that is wrong, if one is. */
  private List<String> path(int to) {
    Deque<Integer> states = new ArrayDeque<>();
    for (int each = to; each >= 0; each = parents[each]) {
      states.push(each);
    }
    List<String> names = new ArrayList<>();
    int before = states.pop();
    for (int each : states) {
      names.add(named(before, each));
      before = each;
    }
    names.add(named(before, -1));
    names.add(model.text(state(before)));
    return names;
  }

  private String named(int from, int to) {
    String[] name = {"", null};
    int[] wanted = to < 0 ? new int[0] : state(to);
    model.steps(
        state(from),
        new Steps() {
          @Override
          public void to(int[] next) {
            if (name[1] == null && Arrays.equals(next, wanted)) {
              name[1] = name[0];
            }
          }

          @Override
          public void wrong(String what) {
            if (name[1] == null && to < 0) {
              name[1] = name[0];
            }
          }

          @Override
          public void name(Supplier<String> step) {
            name[0] = step.get();
          }
        });
    return String.valueOf(name[1]);
  }

  /** A state from which no steps lead to the end of all changes; null if there is none. */
  private @Nullable String stuck() {
    int[] first = new int[size + 1];
    for (int i = 1; i < edgesSize; i += 2) {
      first[edges[i]]++;
    }
    for (int i = 1; i <= size; i++) {
      first[i] += first[i - 1];
    }
    int[] from = new int[edgesSize / 2];
    for (int i = 0; i < edgesSize; i += 2) {
      from[--first[edges[i + 1]]] = edges[i];
    }
    boolean[] ends = new boolean[size];
    Deque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < size; i++) {
      if (model.isQuiet(state(i))) {
        ends[i] = true;
        open.add(i);
      }
    }
    while (!open.isEmpty()) {
      int to = open.poll();
      for (int i = first[to]; i < first[to + 1]; i++) {
        if (!ends[from[i]]) {
          ends[from[i]] = true;
          open.add(from[i]);
        }
      }
    }
    for (int i = 0; i < size; i++) {
      if (!ends[i]) {
        return "a change never ends\n  " + String.join("\n  ", path(i));
      }
    }
    return null;
  }
}
