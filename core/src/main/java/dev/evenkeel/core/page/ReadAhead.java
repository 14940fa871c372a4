package dev.evenkeel.core.page;

import java.util.Collection;
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
    return sources.stream().mapToLong(SourceBuffer::bytes).sum();
  }

  /** Forgets rows, evenly over the sources, until about {@code bytesMax} is held. */
  public void trimTo(long bytesMax) {
    if (bytes() > bytesMax) {
      long share = bytesMax / sources.size();
      sources.forEach(source -> source.trimTo(share));
    }
  }
}
