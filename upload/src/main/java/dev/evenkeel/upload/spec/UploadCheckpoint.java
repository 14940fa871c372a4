package dev.evenkeel.upload.spec;

import java.util.List;

/**
 * The settled records of a source: stored, or rejected and skipped.
 *
 * <p>Records that are not settled here may have been stored nevertheless, between the last save and
 * a kill. They are stored again when the upload is resumed, which changes nothing: a put replaces
 * an item by itself, and an upload's puts go to the same shard each time. Of the versions of one
 * item in a source, an earlier one is never unsettled while a later one is settled.
 *
 * @param table the table as the upload names it
 * @param sourceId {@link UploadSource#id()}
 * @param settledBelow every record below this position is settled
 * @param settledAbove the settled records above it, in order, neither touching nor overlapping
 * @param itemsStored how many items all runs have stored up to here, as far as they were saved
 * @param itemsRejected how many records all runs have passed over up to here
 * @param complete whether the source has ended and every record is settled
 */
public record UploadCheckpoint(
    String table,
    String sourceId,
    long settledBelow,
    List<PositionRange> settledAbove,
    long itemsStored,
    long itemsRejected,
    boolean complete) {

  public UploadCheckpoint {
    settledAbove = List.copyOf(settledAbove);
    long end = settledBelow - 1;
    for (PositionRange range : settledAbove) {
      if (range.first() <= end + 1) {
        throw new IllegalArgumentException("ranges of a checkpoint must be in order and apart");
      }
      end = range.last();
    }
    if (settledBelow < 0 || itemsStored < 0 || itemsRejected < 0) {
      throw new IllegalArgumentException("numbers of a checkpoint must be >= 0");
    }
  }

  /** The checkpoint before anything was done. */
  public static UploadCheckpoint start(String table, String sourceId) {
    return new UploadCheckpoint(table, sourceId, 0, List.of(), 0, 0, false);
  }

  /** The stored form, as {@code docs/wire-format.md} has it. */
  public String text() {
    return CheckpointText.write(this);
  }

  /**
   * Reads the stored form.
   *
   * @throws InvalidCheckpointException if the text is none, is damaged, or of a later version
   */
  public static UploadCheckpoint parse(String text) {
    return CheckpointText.read(text);
  }

  /**
   * Positions of a source that follow each other.
   *
   * @param first the first of them
   * @param last the last of them
   */
  public record PositionRange(long first, long last) {
    public PositionRange {
      if (first < 0 || last < first) {
        throw new IllegalArgumentException("no range: " + first + " to " + last);
      }
    }
  }
}
