package dev.evenkeel.parquet.internal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.jspecify.annotations.Nullable;

/** The pages of a row group, each decompressed when it is asked for. */
final class FilePages implements PageReadStore {
  private static final ParquetMetadataConverter FORMAT = new ParquetMetadataConverter();

  private final byte[] file;
  private final BlockMetaData group;

  FilePages(byte[] file, BlockMetaData group) {
    this.file = file;
    this.group = group;
  }

  @Override
  public PageReader getPageReader(ColumnDescriptor column) {
    for (ColumnChunkMetaData chunk : group.getColumns()) {
      if (String.join(".", column.getPath()).equals(chunk.getPath().toDotString())) {
        try {
          return new ChunkPages(file, chunk);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    throw new IllegalArgumentException("a column is not in the file");
  }

  @Override
  public long getRowCount() {
    return group.getRowCount();
  }

  /** A page's header, and where its bytes are. */
  private record Place(PageHeader header, int start) {}

  private static final class ChunkPages implements PageReader {
    private final byte[] file;
    private final long values;
    private final ColumnChunkMetaData chunk;
    private final Deque<Place> places = new ArrayDeque<>();
    private @Nullable Place dictionary;

    ChunkPages(byte[] file, ColumnChunkMetaData chunk) throws IOException {
      this.file = file;
      this.values = chunk.getValueCount();
      this.chunk = chunk;
      int position = Math.toIntExact(chunk.getStartingPos());
      int end = Math.toIntExact(chunk.getStartingPos() + chunk.getTotalSize());
      while (position < end) {
        ByteArrayInputStream rest = new ByteArrayInputStream(file, position, end - position);
        PageHeader header = Util.readPageHeader(rest);
        Place place = new Place(header, end - rest.available());
        if (header.type == PageType.DICTIONARY_PAGE) {
          dictionary = place;
        } else if (header.type == PageType.DATA_PAGE) {
          places.add(place);
        } else {
          throw new IOException("a page is of a kind that is not written here");
        }
        position = place.start() + header.compressed_page_size;
      }
    }

    private BytesInput content(Place place) {
      byte[] page = new byte[place.header().compressed_page_size];
      System.arraycopy(file, place.start(), page, 0, page.length);
      return ZstdPages.decompressed(page, place.header().uncompressed_page_size);
    }

    @Override
    public @Nullable DictionaryPage readDictionaryPage() {
      return dictionary == null
          ? null
          : new DictionaryPage(
              content(dictionary),
              dictionary.header().dictionary_page_header.num_values,
              FORMAT.getEncoding(dictionary.header().dictionary_page_header.encoding));
    }

    @Override
    public long getTotalValueCount() {
      return values;
    }

    @Override
    public @Nullable DataPage readPage() {
      Place place = places.poll();
      if (place == null) {
        return null;
      }
      DataPageHeader header = place.header().data_page_header;
      return new DataPageV1(
          content(place),
          header.num_values,
          place.header().uncompressed_page_size,
          Statistics.getBuilderForReading(chunk.getPrimitiveType()).build(),
          FORMAT.getEncoding(header.repetition_level_encoding),
          FORMAT.getEncoding(header.definition_level_encoding),
          FORMAT.getEncoding(header.encoding));
    }
  }
}
