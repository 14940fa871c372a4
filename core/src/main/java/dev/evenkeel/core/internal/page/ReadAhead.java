package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.page.MergedPage.Position;
import dev.evenkeel.core.internal.page.PageCut.OrderedMerge;
import java.util.Collection;
import java.util.Comparator;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The rows that a page read beyond its end, which the next page need not read again. It belongs to
 * one start key of one query, and is used at most once.
 */
public final class ReadAhead {
  private final MergeSources sources;
  private final long takenBytes;

  ReadAhead(MergeSources sources, long takenBytes) {
    this.sources = sources;
    this.takenBytes = takenBytes;
  }

  MergeSources sources() {
    return sources;
  }

  /**
   * The same rows, for a page whose sources send requests with the settings of this request, and
   * report the capacity if it asks for that.
   */
  public ReadAhead askingAs(QueryRequest request) {
    return new ReadAhead(sources.askingAs(request), takenBytes);
  }

  /**
   * The bytes that the caller has taken on all pages so far: the bytes that may be read ahead grow
   * with them.
   */
  long takenBytes() {
    return takenBytes;
  }

  /** The size of the rows held. */
  public long bytes() {
    return bytes(sources.open());
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
