package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.flow.Compute;
import dev.evenkeel.core.flow.Done;
import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.objects.spec.ByteSource;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveObject;
import dev.evenkeel.timeseries.internal.plan.archive.format.FileCheck;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFile;
import java.nio.ByteBuffer;
import software.amazon.awssdk.core.SdkBytes;

/** The bytes of a data file, compared with its manifest without a look at the items in them. */
public final class FileBytes {
  private static final int PIECE_BYTES = 1024 * 1024;

  private final ManifestFile file;
  private final FileCheck check;
  private final ByteSource source;

  /**
   * Opens a file; nothing is sent yet.
   *
   * @param length in bytes, as the listing told it
   */
  public FileBytes(ArchiveStore store, ManifestFile file, long length) {
    this.file = file;
    this.check =
        new FileCheck(new ArchiveObject(store.bucket().bucket(), file.dataFileS3Key()), file);
    this.source = store.open(file.dataFileS3Key(), length);
  }

  /** Reads to the end; fails with ArchiveDamagedException if the bytes are not those listed. */
  public Flow<Done> requireListed() {
    return source
        .next(PIECE_BYTES)
        .then(
            piece ->
                piece.hasRemaining()
                    ? Compute.flow(() -> added(piece)).then(done -> requireListed())
                    : whole());
  }

  private Done added(ByteBuffer piece) {
    check.add(SdkBytes.fromByteBuffer(piece).asByteArrayUnsafe());
    return Done.DONE;
  }

  /** As many items as are listed are in those very bytes. */
  private Flow<Done> whole() {
    check.requireListed(file.itemCount());
    return Flow.done();
  }
}
