package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.scan.ScanPage;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The data file that pages of a segment go to, as long as it is in memory. */
final class OpenFile {
  private final DataFileWriter writer;
  private @Nullable Map<String, AttributeValue> after;
  private boolean isLast;
  private boolean isTouched;

  OpenFile(int bytesMax) {
    this.writer = new DataFileWriter(bytesMax, DataFileWriter.LEVEL_DEFAULT);
  }

  /** Compresses a page; takes its time. */
  OpenFile add(ScanPage page) {
    page.items().forEach(writer::add);
    after = page.after();
    isLast = page.isLast();
    isTouched = true;
    return this;
  }

  DataFileWriter writer() {
    return writer;
  }

  /** The key behind which the next file begins; null at the end of the segment. */
  @Nullable Map<String, AttributeValue> after() {
    return after;
  }

  boolean isTouched() {
    return isTouched;
  }

  /** Whether it is to be stored. */
  boolean isComplete() {
    return isLast || writer.isFull();
  }
}
