package dev.evenkeel.parquet.internal;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.parquet.spec.ParquetSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/** Writes rows into a file in memory, as one row group whose pages are compressed one by one. */
final class RowWriter {
  /** Rows between two looks at the size of a page: ten of the largest items are some megabytes. */
  private static final int ROWS_PER_CHECK = 10;

  private static final long UNBOUNDED = 1L << 40;

  private final MemoryFile file = new MemoryFile();
  private @Nullable ParquetWriter<Row> writer; // null once the file has ended: it keeps its pages
  private long rows;
  private long bytes;

  /** A row: the cells of its columns, and its item as text. */
  private record Row(List<Cell> cells, Binary item) {}

  RowWriter(RowSchema schema) {
    try {
      this.writer =
          new Builder(file, schema)
              .withConf(new PlainParquetConfiguration())
              .withCodecFactory(new ZstdPages())
              .withCompressionCodec(CompressionCodecName.ZSTD)
              .withWriterVersion(WriterVersion.PARQUET_1_0)
              .withRowGroupSize(UNBOUNDED)
              .withMinRowCountForPageSizeCheck(ROWS_PER_CHECK)
              .withMaxRowCountForPageSizeCheck(ROWS_PER_CHECK)
              .withDictionaryEncoding(ParquetSpec.ITEM, false)
              .withStatisticsEnabled(ParquetSpec.ITEM, false)
              .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void add(List<Cell> cells, String item) {
    Binary text = Binary.fromString(item);
    try {
      requireNonNull(writer).write(new Row(cells, text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows++;
    bytes += text.length();
  }

  long rows() {
    return rows;
  }

  /** The bytes of the items' texts so far. */
  long textBytes() {
    return bytes;
  }

  /** Ends the file. */
  byte[] finish() {
    try {
      requireNonNull(writer).close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    writer = null;
    return file.taken();
  }

  private static final class Builder extends ParquetWriter.Builder<Row, Builder> {
    private final RowSchema schema;

    Builder(OutputFile file, RowSchema schema) {
      super(file);
      this.schema = schema;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // Abstract in parquet-java; not called without Hadoop.
    protected WriteSupport<Row> getWriteSupport(Configuration configuration) {
      return new RowSupport(schema);
    }

    @Override
    protected WriteSupport<Row> getWriteSupport(ParquetConfiguration configuration) {
      return new RowSupport(schema);
    }
  }

  private static final class RowSupport extends WriteSupport<Row> {
    private final RowSchema schema;
    private RecordConsumer fields;

    @SuppressWarnings("NullAway.Init") // parquet-java calls prepareForWrite before the first row.
    RowSupport(RowSchema schema) {
      this.schema = schema;
    }

    @Override
    @SuppressWarnings("deprecation") // Abstract in parquet-java; not called without Hadoop.
    public WriteContext init(Configuration configuration) {
      return new WriteContext(schema.message(), Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(schema.message(), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      this.fields = consumer;
    }

    @Override
    public void write(Row row) {
      fields.startMessage();
      for (int i = 0; i < row.cells().size(); i++) {
        Object value = row.cells().get(i).value();
        if (value != null) {
          write(i, value);
        }
      }
      write(schema.itemIndex(), row.item());
      fields.endMessage();
    }

    private void write(int index, Object value) {
      String name = schema.message().getFieldName(index);
      fields.startField(name, index);
      if (value instanceof String text) {
        fields.addBinary(Binary.fromString(text));
      } else if (value instanceof Binary text) {
        fields.addBinary(text);
      } else if (value instanceof byte[] content) {
        fields.addBinary(Binary.fromConstantByteArray(content));
      } else if (value instanceof Long number) {
        fields.addLong(number);
      } else if (value instanceof Double number) {
        fields.addDouble(number);
      } else {
        fields.addBoolean((Boolean) value);
      }
      fields.endField(name, index);
    }
  }
}
