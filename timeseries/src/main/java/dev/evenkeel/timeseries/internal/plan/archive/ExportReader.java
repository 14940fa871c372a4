package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.ExportManifests.Listed;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFile;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of an export, each whole, against what its manifest lists, and notes each: slice
 * by slice. In memory are, of each file under way, a piece and some items.
 */
final class ExportReader {
  /** Exports have no segments. */
  private static final int SEGMENT = 0;

  private final ArchiveRecord archive;
  private final ArchiveStore store;
  private final Listed listed;
  private final SortedMap<Integer, FileItems> open = new TreeMap<>();

  ExportReader(ArchiveRecord archive, Listed listed) {
    this.archive = archive;
    this.store = archive.store();
    this.listed = listed;
  }

  Listed listed() {
    return listed;
  }

  /** Whether all were read. */
  boolean isOver() {
    return unread().isEmpty();
  }

  /** The digest of all files, once they were read. */
  ContentDigest digest() {
    return ContentDigest.sum(
        numbers().mapToObj(this::noted).flatMap(Stream::ofNullable).map(FileNote::digest));
  }

  private List<Integer> unread() {
    return numbers().filter(number -> noted(number) == null).boxed().toList();
  }

  private IntStream numbers() {
    return IntStream.range(0, listed.files().files().size());
  }

  /** The note of a file that was read, if the manifest still lists that file. */
  private @Nullable FileNote noted(int number) {
    ManifestFile file = listed.files().files().get(number);
    FileNote note = archive.progress().file(SEGMENT, number);
    return note != null
            && note.name().equals(name(file))
            && note.md5().equals(file.md5Checksum())
            && note.items() == file.itemCount()
        ? note
        : null;
  }

  private static String name(ManifestFile file) {
    return file.dataFileS3Key().substring(file.dataFileS3Key().lastIndexOf('/') + 1);
  }

  /** Continues until all files are read or a stop is requested. */
  Flow<Done> slice(Supplier<Flow<Boolean>> isOver) {
    return each(unread(), isOver);
  }

  /**
   * Finishes files that are read in part and begins no other: a run that ends in the middle of a
   * file loses its progress in it.
   *
   * @return whether none is left
   */
  Flow<Boolean> finish(Supplier<Flow<Boolean>> isOver) {
    return each(List.copyOf(open.keySet()), isOver).map(done -> open.isEmpty());
  }

  private Flow<Done> each(List<Integer> numbers, Supplier<Flow<Boolean>> isOver) {
    return FileItems.each(numbers, isOver, number -> read(number, isOver));
  }

  /** A large file takes many slices, between which the lease is renewed. */
  private Flow<Done> read(int number, Supplier<Flow<Boolean>> isOver) {
    ManifestFile file = listed.files().files().get(number);
    long length = listed.lengths().getOrDefault(file.dataFileS3Key(), 0L);
    FileItems items = open.computeIfAbsent(number, n -> new FileItems(store, file, length));
    return items
        .read(item -> {}, isOver)
        .then(isWhole -> isWhole ? whole(number, length) : Flow.done());
  }

  private Flow<Done> whole(int number, long length) {
    ManifestFile file = listed.files().files().get(number);
    FileItems items = requireNonNull(open.remove(number));
    items.close();
    return archive
        .progress()
        .note(
            new FileNote(
                SEGMENT,
                number,
                name(file),
                file.itemCount(),
                length,
                file.md5Checksum(),
                null,
                file.etag(),
                items.digest(),
                null));
  }

  /** The progress as text. */
  String standing() {
    int files = listed.files().files().size();
    return "%d of %d exported files are read".formatted(files - unread().size(), files);
  }
}
