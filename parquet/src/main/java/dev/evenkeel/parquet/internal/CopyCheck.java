package dev.evenkeel.parquet.internal;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.parquet.internal.CopyManifest.CopyFile;
import dev.evenkeel.timeseries.ItemDigest;
import dev.evenkeel.timeseries.ItemJson;
import java.util.List;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Reads the files of a copy back: the items of the column {@code item} have the digest of the
 * archive, and each other column has what its item says. In memory is one file, and pages of it.
 */
final class CopyCheck {
  private final CopyStore store;
  private final CopyPlace place;
  private final RowSchema schema;

  CopyCheck(CopyStore store, CopyPlace place, RowSchema schema) {
    this.store = store;
    this.place = place;
    this.schema = schema;
  }

  /**
   * Reads all files.
   *
   * @throws DecoratorException if they do not hold what they have to
   */
  void require(List<CopyFile> files, String digest) {
    ItemDigest found = new ItemDigest();
    for (CopyFile file : files) {
      long before = found.items();
      String url = store.url(file.key());
      RowReader.read(url, store.file(file), schema, row -> check(file, row, found));
      if (found.items() - before != file.items()) {
        throw CopyFailures.other(
            url,
            "%d rows were written into a file, and %d were read"
                .formatted(file.items(), found.items() - before));
      }
    }
    if (!found.text().equals(digest)) {
      throw CopyFailures.other(
          store.folderUrl(place.folder()), "its items have another count or digest");
    }
  }

  private void check(CopyFile file, Group row, ItemDigest found) {
    Map<String, AttributeValue> item =
        ItemJson.item(
            store.bucket(),
            store.fullKey(file.key()),
            found.items() + 1,
            RowReader.item(row, schema));
    found.add(item);
    List<Cell> cells = schema.cells(item);
    for (int i = 0; i < cells.size(); i++) {
      if (!RowReader.has(row, i, cells.get(i))) {
        throw CopyFailures.other(
            store.url(file.key()),
            "column '%s' has not what its items have".formatted(schema.columns().get(i).name()));
      }
    }
  }
}
