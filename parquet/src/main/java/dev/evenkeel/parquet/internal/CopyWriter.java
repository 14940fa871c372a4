package dev.evenkeel.parquet.internal;

import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.parquet.internal.CopyManifest.CopyFile;
import dev.evenkeel.parquet.spec.ParquetReport.ColumnTally;
import dev.evenkeel.timeseries.ItemJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes items into files, one after the other. In memory is what is compressed of one file, twice
 * while it is ended, and a page of each column. The same items in the same order make the same
 * files.
 */
final class CopyWriter {
  private final CopyStore store;
  private final CopyPlace place;
  private final RowSchema schema;
  private final int fileBytes;
  private final List<CopyFile> files = new ArrayList<>();
  private final long[] misfits;
  private final long[] rounded;
  private RowWriter writer;

  CopyWriter(CopyStore store, CopyPlace place, RowSchema schema, int fileBytes) {
    this.store = store;
    this.place = place;
    this.schema = schema;
    this.fileBytes = fileBytes;
    this.misfits = new long[schema.columns().size()];
    this.rounded = new long[schema.columns().size()];
    this.writer = new RowWriter(schema);
  }

  void add(Map<String, AttributeValue> item) {
    List<Cell> cells = schema.cells(item);
    for (int i = 0; i < cells.size(); i++) {
      switch (cells.get(i).fate()) {
        case MISFIT -> misfits[i]++;
        case ROUNDED -> rounded[i]++;
        case HELD, ABSENT -> {}
      }
    }
    writer.add(cells, ItemJson.of(item));
    if (writer.textBytes() >= fileBytes) {
      close();
      writer = new RowWriter(schema);
    }
  }

  private void close() {
    long rows = writer.rows();
    byte[] content = writer.finish();
    String sha256 = Sha256.hex(content);
    String key = place.fileKey(files.size(), sha256);
    store.putFile(key, content);
    files.add(new CopyFile(key, rows, content.length, sha256));
  }

  /** Ends the last file. An empty archive has one without rows, so that the columns can be read. */
  List<CopyFile> finish() {
    if (writer.rows() > 0 || files.isEmpty()) {
      close();
    }
    return files;
  }

  /** The columns that do not have all of their attributes as they are. */
  List<ColumnTally> tallies() {
    List<ColumnTally> tallies = new ArrayList<>();
    for (int i = 0; i < misfits.length; i++) {
      if (misfits[i] + rounded[i] > 0) {
        tallies.add(new ColumnTally(schema.columns().get(i).name(), misfits[i], rounded[i]));
      }
    }
    return tallies;
  }
}
