package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.timeseries.internal.plan.archive.CheckedSegments;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The stored progress of a restore. */
final class RestoreProgress {
  private final Map<Integer, FileState> files = new TreeMap<>();
  private final CheckedSegments checks = new CheckedSegments();
  private Header header;

  RestoreProgress(Header header) {
    this.header = header;
  }

  /**
   * The header of a restore: archive and target.
   *
   * @param exportId the archive
   * @param began when
   * @param restoreId the id in the table's tag, which no other restore has; null in notes of an
   *     earlier version
   * @param content of all files, once they were read and are what was archived; null before
   * @param tableId of the table that is written to; null as long as it is not known
   * @param created when that table was created; null as long as that is not known
   * @param job under which workers share it; null if runs do it themselves
   */
  record Header(
      String exportId,
      Instant began,
      @Nullable String restoreId,
      @Nullable ContentDigest content,
      @Nullable String tableId,
      @Nullable Instant created,
      @Nullable String job) {

    /** A restore that begins. */
    Header(String exportId, Instant began) {
      this(exportId, began, null, null, null, null, null);
    }

    /** The header with an id, if it has none, and with a job or none. */
    Header identified(String newRestoreId, @Nullable String newJob) {
      String id = restoreId == null ? newRestoreId : restoreId;
      return new Header(exportId, began, id, content, tableId, created, newJob);
    }

    Header checked(ContentDigest content) {
      return new Header(exportId, began, restoreId, content, tableId, created, job);
    }

    /** Whether it is the table that was noted. */
    boolean isOf(TableDescription table) {
      return created != null
          && Objects.equals(tableId, table.tableId())
          && created.equals(table.creationDateTime());
    }

    Header of(@Nullable String id, @Nullable Instant when) {
      return new Header(exportId, began, restoreId, content, id, when, job);
    }
  }

  /**
   * The state of a data file.
   *
   * @param number its place in the manifest
   * @param digest of its items, once it was read whole; null before
   * @param written how many of its items are in the table
   * @param isWritten whether all are
   */
  record FileState(int number, @Nullable ContentDigest digest, long written, boolean isWritten) {

    FileState checked(ContentDigest all) {
      return new FileState(number, all, written, isWritten);
    }

    FileState upTo(long items, boolean isAll) {
      return new FileState(number, digest, items, isAll);
    }
  }

  Header header() {
    return header;
  }

  void header(Header newHeader) {
    header = newHeader;
  }

  CheckedSegments checks() {
    return checks;
  }

  FileState file(int number) {
    return files.getOrDefault(number, new FileState(number, null, 0, false));
  }

  void add(FileState file) {
    files.put(file.number(), file);
  }

  Map<Integer, FileState> files() {
    return files;
  }

  /** The number of items in the table. */
  long written() {
    return files.values().stream().mapToLong(FileState::written).sum();
  }

  /** The digest of all files that were read whole. */
  ContentDigest digest() {
    ContentDigest sum = ContentDigest.EMPTY;
    for (FileState file : files.values()) {
      sum = file.digest() == null ? sum : sum.plus(file.digest());
    }
    return sum;
  }
}
