package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.sweep.DeepTally.Count;
import dev.evenkeel.chunking.internal.sweep.SweepSource.Page;
import dev.evenkeel.chunking.internal.sweep.SweepSource.Upload;
import dev.evenkeel.chunking.internal.sweep.SweptTables.SweptTable;
import dev.evenkeel.chunking.internal.wire.PayloadKeys;
import dev.evenkeel.chunking.internal.wire.PayloadKeys.ObjectName;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.OpenUploadPage;
import dev.evenkeel.objects.internal.spec.OpenUploadPage.OpenUpload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The multipart uploads of a table's objects that were never completed. */
final class UploadSweepSource implements SweepSource {
  private final SweptTable table;
  private final SweepOptions options;

  UploadSweepSource(SweptTable table, SweepOptions options) {
    this.table = table;
    this.options = options;
  }

  @Override
  public String name() {
    return "uploads " + table.name();
  }

  @Override
  public Flow<Done> begin() {
    return new Ownership(table, options).checked();
  }

  @Override
  public Flow<Page> page(List<String> position, int itemsMax, DeepTally tally) {
    return table
        .objects()
        .openUploads(PayloadKeys.objectsOf(table.name()), marker(position))
        .map(
            page -> {
              List<Upload> uploads = new ArrayList<>();
              page.uploads().forEach(upload -> sort(upload, uploads, tally));
              return new Page(List.of(), uploads, next(page.next()));
            });
  }

  private static OpenUploadPage.@Nullable Marker marker(List<String> position) {
    return position.isEmpty()
        ? null
        : new OpenUploadPage.Marker(position.get(0), position.size() == 1 ? null : position.get(1));
  }

  private static @Nullable List<String> next(OpenUploadPage.@Nullable Marker marker) {
    if (marker == null) {
      return null;
    }
    return marker.uploadId() == null
        ? List.of(marker.key())
        : List.of(marker.key(), marker.uploadId());
  }

  private void sort(OpenUpload upload, List<Upload> uploads, DeepTally tally) {
    ObjectName name = ObjectName.ofKey(upload.key());
    Instant begun = upload.initiated();
    if (name == null) {
      tally.add(Count.FOREIGN);
    } else if (begun == null || ObjectSweepSource.isYoung(begun, table, options)) {
      tally.add(Count.YOUNG);
    } else {
      uploads.add(new Upload(table, upload.key(), name.writeId().hex(), upload.uploadId()));
    }
  }

  /** Aborts incomplete multipart uploads, unless an open intent names them. */
  static final class Aborts {
    private Aborts() {}

    static Flow<Done> of(List<Upload> uploads, SweepOptions options, DeepTally tally) {
      if (uploads.isEmpty()) {
        return Flow.done();
      }
      return ActiveIntents.of(
              uploads.stream().map(upload -> upload.table().intentTable()).distinct().toList(),
              uploads.stream().map(Upload::writeId).toList())
          .then(
              activeIntents -> {
                List<Upload> free = new ArrayList<>(uploads);
                free.removeIf(upload -> activeIntents.names(upload.writeId()));
                tally.add(Count.IN_HAND, uploads.size() - free.size());
                return Flow.each(free, options.width(), upload -> abort(upload, options, tally));
              });
    }

    private static Flow<Done> abort(Upload upload, SweepOptions options, DeepTally tally) {
      return options
          .write(() -> upload.table().objects().abort(upload.key(), upload.uploadId()))
          .atResult(done -> tally.add(Count.ABORTED));
    }
  }
}
