package dev.evenkeel.parquet.internal;

import com.github.luben.zstd.ZstdException;
import dev.evenkeel.core.DecoratorException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.parquet.ParquetRuntimeException;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;

/**
 * Reads the rows of a file in memory. parquet-java's own reader of files cannot be loaded without
 * Hadoop; its reader of footers and that of records can, and pages are between them.
 */
final class RowReader {
  private static final ParquetMetadataConverter FOOTERS = new ParquetMetadataConverter();
  private static final byte[] MAGIC = {'P', 'A', 'R', '1'};
  private static final int LENGTH_BYTES = 4;

  private RowReader() {}

  /**
   * Reads all rows.
   *
   * @param url of the file, for failures
   * @param taker is given each row as a group of the file's schema
   * @throws DecoratorException if it is no file of this schema, or cannot be read
   */
  static void read(String url, byte[] file, RowSchema schema, Consumer<Group> taker) {
    try {
      ParquetMetadata footer = footer(file);
      if (!footer.getFileMetaData().getSchema().equals(schema.message())) {
        throw new IOException("it has other columns");
      }
      MessageColumnIO columns =
          new ColumnIOFactory(footer.getFileMetaData().getCreatedBy())
              .getColumnIO(schema.message());
      for (BlockMetaData block : footer.getBlocks()) {
        read(new FilePages(file, block), columns, schema, taker);
      }
    } catch (IOException
        | UncheckedIOException
        | IndexOutOfBoundsException
        | ParquetRuntimeException
        | ZstdException e) {
      throw CopyFailures.damaged(url, e);
    }
  }

  private static void read(
      FilePages pages, MessageColumnIO columns, RowSchema schema, Consumer<Group> taker) {
    RecordReader<Group> records =
        columns.getRecordReader(pages, new GroupRecordConverter(schema.message()));
    for (long row = 0; row < pages.getRowCount(); row++) {
      taker.accept(records.read());
    }
  }

  /** The footer stands before its length and the letters at the end. */
  private static ParquetMetadata footer(byte[] file) throws IOException {
    int end = file.length - MAGIC.length - LENGTH_BYTES;
    if (end < MAGIC.length
        || !Arrays.equals(file, end + LENGTH_BYTES, file.length, MAGIC, 0, MAGIC.length)) {
      throw new IOException("it does not end as Parquet does");
    }
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
    if (length < 0 || length > end) {
      throw new IOException("its footer is longer than it is");
    }
    return FOOTERS.readParquetMetadata(
        new ByteArrayInputStream(file, end - length, length), ParquetMetadataConverter.NO_FILTER);
  }

  /** The text of a row's item. */
  static String item(Group row, RowSchema schema) {
    return row.getString(schema.itemIndex(), 0);
  }

  /** Whether a column of a row has a cell's value. */
  static boolean has(Group row, int column, Cell cell) {
    Object value = cell.value();
    if (row.getFieldRepetitionCount(column) == 0) {
      return value == null;
    }
    if (value instanceof String text) {
      return row.getString(column, 0).equals(text);
    }
    if (value instanceof byte[] content) {
      return Arrays.equals(row.getBinary(column, 0).getBytes(), content);
    }
    if (value instanceof Long number) {
      return row.getLong(column, 0) == number;
    }
    if (value instanceof Double number) {
      return number.equals(row.getDouble(column, 0));
    }
    return value instanceof Boolean truth && row.getBoolean(column, 0) == truth;
  }
}
