package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.sweep.SweepSource.Upload;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.List;

/** Ends uploads that nobody ended, unless an intent still holds them. */
final class Aborts {
  private Aborts() {}

  static Flow<Done> of(List<Upload> uploads, SweepOptions terms, DeepTally tally) {
    if (uploads.isEmpty()) {
      return Flow.done();
    }
    return ActiveIntents.of(
            uploads.stream().map(upload -> upload.table().intentTable()).distinct().toList(),
            uploads.stream().map(Upload::writeId).toList())
        .then(
            holds -> {
              List<Flow<Done>> aborts = new ArrayList<>();
              for (Upload upload : uploads) {
                if (holds.names(upload.writeId())) {
                  tally.inHand++;
                } else {
                  aborts.add(abort(upload, terms, tally));
                }
              }
              return Flow.awaitAll(aborts, terms.width()).map(done -> Done.DONE);
            });
  }

  private static Flow<Done> abort(Upload upload, SweepOptions terms, DeepTally tally) {
    return terms
        .write(() -> upload.table().objects().abort(upload.key(), upload.uploadId()))
        .map(
            done -> {
              tally.uploadsAborted++;
              return done;
            });
  }
}
