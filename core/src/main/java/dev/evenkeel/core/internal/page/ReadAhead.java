package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.page.MergedPage.Position;
import dev.evenkeel.core.internal.page.PageCut.OrderedMerge;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * What a page read beyond its end: rows that the next page need not read again. It belongs to one
 * start key of one query, and is used at most once.
 */
public final class ReadAhead {
  private final List<SourceBuffer> sources;
  private final long takenBytes;

  ReadAhead(Collection<SourceBuffer> sources, long takenBytes) {
    this.sources = List.copyOf(sources);
    this.takenBytes = takenBytes;
  }

  List<SourceBuffer> sources() {
    return sources;
  }

  /**
   * The same rows, whose sources go on with requests that are sent as this one says: with its
   * settings, and telling the capacity if it asks for that.
   */
  public ReadAhead askingAs(QueryRequest request) {
    return new ReadAhead(
        sources.stream().map(source -> source.askingAs(request)).toList(), takenBytes);
  }

  /** How much the caller has taken on all pages so far: what may be read ahead grows with it. */
  long takenBytes() {
    return takenBytes;
  }

  /** The size of the rows held. */
  public long bytes() {
    return bytes(sources);
  }

  static long bytes(Collection<SourceBuffer> sources) {
    return sources.stream().mapToLong(SourceBuffer::bytes).sum();
  }

  /**
   * Forgets rows, those last in order first, until {@code bytesMax} is held. Of each source that
   * loses any the place of the first of them is kept, which takes no more than a key.
   */
  static void trim(Collection<SourceBuffer> sources, Comparator<Position> order, long bytesMax) {
    if (bytes(sources) <= bytesMax) {
      return;
    }
    OrderedMerge merge = OrderedMerge.of(sources, order);
    int[] kept = new int[1 + sources.stream().mapToInt(SourceBuffer::index).max().orElse(0)];
    long bytes = 0;
    while (merge.hasNext() && bytes <= bytesMax) {
      SourceBuffer.Row row = merge.next();
      bytes += row.bytes();
      kept[row.row().source()] += row.held() && bytes <= bytesMax ? 1 : 0;
    }
    sources.forEach(source -> source.keep(kept[source.index()]));
  }
}
