package dev.evenkeel.upload.internal;

import dev.evenkeel.upload.spec.UploadFailedException;
import dev.evenkeel.upload.spec.UploadFailedException.Reason;
import dev.evenkeel.upload.spec.UploadReport;
import org.jspecify.annotations.Nullable;

/** The reason why an upload ends before its source. */
record Problem(Reason reason, String text, @Nullable Throwable cause) {

  UploadFailedException exception(UploadReport report) {
    String message =
        ("The upload to table '%s' stopped: %s. %d items were stored in this run, and every record"
                + " below position %d is settled. Run it again with the same checkpoint store to go"
                + " on from there.")
            .formatted(
                report.checkpoint().table(),
                withKind(),
                report.progress().itemsStored(),
                report.checkpoint().settledBelow());
    return new UploadFailedException(reason, message, cause, report);
  }

  private String withKind() {
    String kind = cause == null ? "" : " (" + cause.getClass().getSimpleName() + ")";
    return text.endsWith(kind) ? text : text + kind;
  }
}
