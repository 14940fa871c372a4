package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.page.MergedPage.MergedRow;
import dev.evenkeel.core.internal.page.MergedPage.Position;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How far the sources of a merge have been evaluated, and what that says of a page. */
record Frontiers(Collection<SourceBuffer> sources, MergeSettings settings) {

  /** That of a live source which has been read. */
  static Position of(SourceBuffer source) {
    return Objects.requireNonNull(
        source.frontier(), "a live source that has been read has a frontier");
  }

  /** Whether every source has been read. */
  boolean allRead() {
    return sources.stream().allMatch(SourceBuffer::read);
  }

  /**
   * The least place to which a source that is not exhausted has been evaluated; null if there is
   * none.
   */
  @Nullable Position least() {
    return sources.stream()
        .filter(source -> source.frontier() != null)
        .map(Frontiers::of)
        .min(Position.comparator(settings.order()))
        .orElse(null);
  }

  /** The rows that no unread row can precede. */
  List<SourceBuffer.Row> settledRows(PageCut cut) {
    if (!allRead()) {
      return List.of();
    }
    List<SourceBuffer.Row> settled = settled(cut);
    for (int i = 0; i < settled.size(); i++) {
      if (!settled.get(i).held()) {
        return settled.subList(0, i);
      }
    }
    return settled;
  }

  /** The rows up to the place to which all sources have been evaluated. */
  List<SourceBuffer.Row> settled(PageCut cut) {
    Position frontier = least();
    return frontier == null ? cut.rows() : cut.rowsUpTo(frontier, settledOrder());
  }

  /**
   * Whether a source may hold an unread row before the end of the page.
   *
   * @param again the sources that must be read again for a row of the page
   */
  boolean mayPrecede(SourceBuffer source, MergedRow end, Set<Integer> again) {
    if (source.hasPlaceOnly()) {
      return again.contains(source.index());
    }
    Position frontier = source.frontier();
    if (frontier == null) {
      return true;
    }
    int keys = settings.order().compare(frontier.key(), end.item());
    return keys < 0 || (keys == 0 && settings.repeatable() && source.index() < end.source());
  }

  /**
   * The order in which rows up to a frontier are settled. Where a source holds no two rows with
   * equal keys, every source that has been evaluated to the frontier's key has shown its row with
   * that key, so all of those are settled and the source of the frontier does not matter.
   */
  Comparator<Position> settledOrder() {
    return settings.repeatable()
        ? Position.comparator(settings.order())
        : Comparator.comparing(Position::key, settings.order());
  }
}
