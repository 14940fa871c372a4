package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.timeseries.internal.plan.archive.CheckedSegments;
import dev.evenkeel.timeseries.internal.plan.archive.FencedWrites;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The progress of one restore, in memory and in the control table. */
final class RestoreProgress {
  private final FencedWrites notes;
  private final Map<Integer, FileState> files = new TreeMap<>();
  private final CheckedSegments checks;
  private Header header;

  /**
   * Nothing is read yet.
   *
   * @param lease that is held now
   * @param fresh the header if none is noted
   */
  RestoreProgress(
      String controlTable, String series, String target, Supplier<Lease> lease, Header fresh) {
    this.notes =
        new FencedWrites(
            controlTable, RestoreFormat.partition(series, target), RestoreFormat.HEADER, lease);
    this.checks = new CheckedSegments(notes);
    this.header = fresh;
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

  /** Of it in the control table. */
  FencedWrites notes() {
    return notes;
  }

  Header header() {
    return header;
  }

  CheckedSegments checks() {
    return checks;
  }

  FileState file(int number) {
    return files.getOrDefault(number, new FileState(number, null, 0, false));
  }

  /** The number of items in the table. */
  long written() {
    return files.values().stream().mapToLong(FileState::written).sum();
  }

  /** The digest of all files that were read whole. */
  ContentDigest digest() {
    return ContentDigest.sum(
        files.values().stream().map(FileState::digest).flatMap(Stream::ofNullable));
  }

  /** Reads all that is noted of it. */
  Flow<RestoreProgress> read() {
    return notes.read(this::take).map(done -> this);
  }

  private void take(String sort, Map<String, AttributeValue> item) {
    if (sort.equals(RestoreFormat.HEADER)) {
      header = RestoreFormat.header(item);
    } else if (sort.startsWith(RestoreFormat.FILE_PREFIX)) {
      FileState file = RestoreFormat.file(item);
      files.put(file.number(), file);
    } else {
      checks.take(sort, item);
    }
  }

  /** Writes the header as this run's. */
  Flow<Done> claim(Header claimed) {
    return notes.claim(RestoreFormat.write(claimed)).atResult(done -> header = claimed);
  }

  Flow<Done> note(FileState file) {
    return notes
        .note(RestoreFormat.sort(file), RestoreFormat.write(file))
        .atResult(done -> files.put(file.number(), file));
  }

  /** Takes out all notes; the lease stays. */
  Flow<Done> clear() {
    List<String> sorts = new ArrayList<>();
    files.values().forEach(file -> sorts.add(RestoreFormat.sort(file)));
    sorts.addAll(checks.sorts());
    return notes.clear(sorts);
  }
}
