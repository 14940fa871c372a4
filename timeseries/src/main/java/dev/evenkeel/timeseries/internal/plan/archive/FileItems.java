package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ByteSource;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigester;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileReader;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of a data file, some at a time. In memory are a piece of the file and those items. A
 * complete read proves that the file matches its manifest.
 */
public final class FileItems implements AutoCloseable {
  /** How many files are worked on at a time. */
  public static final int IN_FLIGHT = 4;

  private static final int PIECE_BYTES = 1024 * 1024;

  /** Ten of the largest items, so that a hundred of them are not in memory at once. */
  private static final int BYTES_PER_STEP = 4 * 1024 * 1024;

  private final DataFileReader reader;
  private final ByteSource source;
  private final ContentDigester digester = new ContentDigester();
  private boolean isFed;
  private boolean isOver;

  /**
   * Opens a file; nothing is sent yet.
   *
   * @param length in bytes, from the listing
   */
  FileItems(ArchiveStore store, ManifestFile file, long length) {
    this.reader = new DataFileReader(store.bucket().bucket(), file);
    this.source = store.open(file.dataFileS3Key(), length);
  }

  /**
   * Works on files, a few at a time; begins none once it is over.
   *
   * @param work on one of them, by its number
   */
  public static Flow<Done> each(
      List<Integer> numbers, Supplier<Flow<Boolean>> isOver, IntFunction<Flow<Done>> work) {
    return Flow.each(
        numbers,
        IN_FLIGHT,
        number -> isOver.get().then(over -> over ? Flow.done() : work.apply(number)));
  }

  /**
   * The next items: at most the requested number, fewer if they are large, and none only at the
   * end.
   *
   * @return fails with ArchiveException if the file is not what its manifest lists
   */
  public Flow<List<Map<String, AttributeValue>>> next(int itemsMax) {
    return Flow.defer(
        () -> filled(new ArrayList<>(), itemsMax, reader.itemBytes() + BYTES_PER_STEP));
  }

  /**
   * Reads to the end or until a stop is requested; reads some items in any case.
   *
   * @param looker is shown each item; what it throws is the failure
   * @param stop asked after each piece of the file, or some megabytes of items
   * @return whether all is read, and {@link #digest} is whole
   */
  public Flow<Boolean> read(
      Consumer<Map<String, AttributeValue>> looker, Supplier<Flow<Boolean>> stop) {
    return Flow.defer(
        () ->
            Compute.flow(() -> add(looker))
                .then(isEnough -> isOver || isEnough ? Flow.done() : piece())
                .then(
                    done ->
                        isOver
                            ? Flow.of(true)
                            : stop.get().then(over -> over ? Flow.of(false) : read(looker, stop))));
  }

  /** The digest of the items that {@link #read} has read. */
  public ContentDigest digest() {
    return digester.digest();
  }

  private boolean add(Consumer<Map<String, AttributeValue>> looker) {
    long bytesMax = reader.itemBytes() + BYTES_PER_STEP;
    return take(
        () -> reader.itemBytes() < bytesMax,
        item -> {
          looker.accept(item);
          digester.add(item);
        });
  }

  private Flow<List<Map<String, AttributeValue>>> filled(
      List<Map<String, AttributeValue>> items, int itemsMax, long bytesMax) {
    BooleanSupplier mayBeMore = () -> items.size() < itemsMax && reader.itemBytes() < bytesMax;
    return Compute.flow(() -> take(mayBeMore, items::add))
        .then(
            isEnough ->
                isEnough
                    ? Flow.of(items)
                    : piece().then(done -> filled(items, itemsMax, bytesMax)));
  }

  private Flow<Done> piece() {
    return source.next(PIECE_BYTES).then(this::fed);
  }

  /** Takes items; false if another piece of the file comes first. */
  private boolean take(BooleanSupplier mayBeMore, Consumer<Map<String, AttributeValue>> taker) {
    while (!isOver && mayBeMore.getAsBoolean()) {
      Map<String, AttributeValue> item = reader.next();
      if (item != null) {
        taker.accept(item);
      } else if (isFed) {
        isOver = true;
      } else {
        return false;
      }
    }
    return true;
  }

  private Flow<Done> fed(ByteBuffer piece) {
    if (piece.hasRemaining()) {
      reader.feed(SdkBytes.fromByteBuffer(piece));
    } else {
      reader.end();
      isFed = true;
    }
    return Flow.done();
  }

  @Override
  public void close() {
    reader.close();
  }
}
