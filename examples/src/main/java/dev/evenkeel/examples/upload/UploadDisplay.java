package dev.evenkeel.examples.upload;

import dev.evenkeel.upload.spec.UploadListener;
import dev.evenkeel.upload.spec.UploadProgress;
import dev.evenkeel.upload.spec.UploadReport.RejectedItem;
import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows an upload: as a bar on a terminal, as a line every second elsewhere. */
abstract class UploadDisplay implements UploadListener, AutoCloseable {
  private final PrintWriter log;

  private UploadDisplay(PrintWriter log) {
    this.log = log;
  }

  static UploadDisplay on(PrintWriter log, boolean terminal) {
    return terminal ? new Bar(log) : new Lines(log);
  }

  @Override
  public void rejected(RejectedItem item) {
    say("rejected " + item);
  }

  void say(String text) {
    log.println(text);
    log.flush();
  }

  @Override
  public void close() {}

  private static String numbers(UploadProgress progress) {
    return "%d stored, %d sent again, %d rejected, %.0f units, %.0f items/s"
        .formatted(
            progress.itemsStored(),
            progress.itemsRetried(),
            progress.itemsRejected(),
            progress.units(),
            progress.itemsPerSecond());
  }

  private static final class Lines extends UploadDisplay {
    private static final Duration EVERY = Duration.ofSeconds(1);

    private Duration next = EVERY;

    Lines(PrintWriter log) {
      super(log);
    }

    @Override
    public void progressed(UploadProgress progress) {
      if (progress.elapsed().compareTo(next) >= 0) {
        next = progress.elapsed().plus(EVERY);
        say(numbers(progress));
      }
    }
  }

  /** The length of the source is not known before it ends. */
  private static final class Bar extends UploadDisplay {
    private final ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName("Uploading")
            .setInitialMax(-1)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(100)
            .setRenderer((state, columns) -> "Uploading  " + state.getExtraMessage())
            .continuousUpdate()
            .build();

    Bar(PrintWriter log) {
      super(log);
    }

    @Override
    public void progressed(UploadProgress progress) {
      bar.stepTo(progress.itemsStored());
      bar.setExtraMessage(numbers(progress));
    }

    @Override
    public void close() {
      bar.close();
    }
  }
}
