package dev.evenkeel.parquet.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.evenkeel.parquet.internal.CopyManifest.CopyFile;
import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetReport;
import dev.evenkeel.parquet.spec.ParquetReport.State;
import dev.evenkeel.timeseries.ArchiveReader;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes one copy: files, a reading of them, the manifest, and last the list that Athena goes by.
 * Whatever a run leaves that ends before, the next makes again or takes out.
 */
public final class CopyRun {
  private final ArchiveReader archives;
  private final CopyStore store;
  private final ArchivedTable archive;
  private final CopyPlace place;
  private final List<ParquetColumn> columns;

  /** The copy of an archive at its place. */
  public CopyRun(
      ArchiveReader archives,
      CopyStore store,
      ArchivedTable archive,
      CopyPlace place,
      List<ParquetColumn> columns) {
    this.archives = archives;
    this.store = store;
    this.archive = archive;
    this.place = place;
    this.columns = columns;
  }

  /** What a run would find. */
  public enum Found {
    /** No whole copy. */
    NOTHING,
    /** A whole copy that queries do not see yet. */
    UNLISTED,
    /** A whole copy, listed. */
    THERE
  }

  /** What a run would find; writes nothing. */
  public Found found() {
    CopyManifest there = there();
    if (there == null) {
      return Found.NOTHING;
    }
    return store.holds(place.listKey(), list(there)) ? Found.THERE : Found.UNLISTED;
  }

  /** The manifest of a whole copy of exactly this archive; null if there is none. */
  private @Nullable CopyManifest there() {
    CopyManifest manifest = store.manifest(place);
    if (manifest == null
        || !manifest.archiveSha256().equals(archive.manifestSha256())
        || manifest.items() != archive.items()) {
      return null;
    }
    Map<String, Long> listed =
        manifest.files().stream().collect(Collectors.toMap(CopyFile::key, CopyFile::bytes));
    return store.files(place).equals(listed) ? manifest : null;
  }

  /** Makes the copy, unless it is there. */
  public ParquetReport run(int fileBytes) {
    CopyManifest there = there();
    if (there != null) {
      store.replace(place.listKey(), list(there));
      return report(there, State.THERE);
    }
    CopyManifest manifest = write(fileBytes);
    store.replace(place.manifestKey(), manifest.json(columns));
    store.replace(place.listKey(), list(manifest));
    return report(manifest, State.WRITTEN);
  }

  private CopyManifest write(int fileBytes) {
    RowSchema schema = RowSchema.of(columns);
    CopyWriter writer = new CopyWriter(store, place, schema, fileBytes);
    String digest = archives.read(archive, writer::add);
    List<CopyFile> files = writer.finish();
    new CopyCheck(store, place, schema).require(files, digest);
    List<String> keys = files.stream().map(CopyFile::key).toList();
    store.delete(store.files(place).keySet().stream().filter(key -> !keys.contains(key)).toList());
    return new CopyManifest(
        archive.tableName(),
        archive.exportId(),
        archive.manifestSha256(),
        files.stream().mapToLong(CopyFile::items).sum(),
        digest,
        files,
        writer.tallies());
  }

  private byte[] list(CopyManifest manifest) {
    return manifest.files().stream()
        .map(file -> store.url(file.key()) + "\n")
        .collect(Collectors.joining())
        .getBytes(UTF_8);
  }

  private ParquetReport report(CopyManifest manifest, State state) {
    return new ParquetReport(
        archive.tableName(),
        state,
        manifest.items(),
        manifest.digest(),
        manifest.files().size(),
        manifest.bytes(),
        store.folderUrl(place.folder()),
        manifest.tallies());
  }
}
