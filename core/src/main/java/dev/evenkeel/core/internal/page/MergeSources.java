package dev.evenkeel.core.internal.page;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The sources of a merge, in stages. All rows of a stage come before all rows of the next one, so a
 * stage is opened only when every source of the stages before it has been read to its end.
 */
final class MergeSources {
  private final Map<Integer, SourceBuffer> open = new LinkedHashMap<>();
  private final Deque<List<SourceBuffer>> later = new ArrayDeque<>();

  private MergeSources() {}

  /**
   * Sources of which nothing has been read.
   *
   * @param stages each with its sources in tie order; null for one with nothing left to read. They
   *     are numbered through all stages
   */
  static MergeSources of(List<? extends List<? extends @Nullable SourceQuery>> stages) {
    MergeSources sources = new MergeSources();
    int index = 0;
    for (int stage = 0; stage < stages.size(); stage++) {
      List<SourceBuffer> buffers = new ArrayList<>();
      for (SourceQuery query : stages.get(stage)) {
        if (query != null) {
          buffers.add(new SourceBuffer(stage, index, query));
        }
        index++;
      }
      sources.later.add(buffers);
    }
    sources.openNext();
    return sources;
  }

  /** Opens the next stage that has a source; false if there is none. */
  boolean openNext() {
    while (!later.isEmpty()) {
      List<SourceBuffer> next = later.remove();
      next.forEach(source -> open.put(source.index(), source));
      if (!next.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** The sources of the stages opened so far; further ones show themselves as they are opened. */
  Collection<SourceBuffer> open() {
    return open.values();
  }

  SourceBuffer at(int index) {
    return Objects.requireNonNull(open.get(index));
  }

  /** The number of sources that have not been opened. */
  int unopened() {
    return later.stream().mapToInt(List::size).sum();
  }

  /** The same sources, whose further requests are sent as {@code request} says. */
  MergeSources askingAs(QueryRequest request) {
    open().forEach(source -> source.askingAs(request));
    later.forEach(stage -> stage.forEach(source -> source.askingAs(request)));
    return this;
  }
}
