package dev.evenkeel.sharding.internal.shell.upload;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.evenkeel.sharding.spec.upload.CheckpointStore;
import dev.evenkeel.sharding.spec.upload.UploadCheckpoint;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** A checkpoint in a file: written beside it, forced to the disk, and moved over it in one step. */
public record FileCheckpointStore(Path file) implements CheckpointStore {
  public FileCheckpointStore {
    file = file.toAbsolutePath();
  }

  @Override
  public @Nullable UploadCheckpoint load() throws IOException {
    try {
      return UploadCheckpoint.parse(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  @Override
  public void save(UploadCheckpoint checkpoint) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + ".new");
    // Not a channel: that an interrupted thread closes, and the last checkpoint would be lost.
    try (FileOutputStream out = new FileOutputStream(beside.toFile())) {
      out.write(checkpoint.text().getBytes(StandardCharsets.ISO_8859_1));
      out.getFD().sync();
    }
    Files.move(beside, file, ATOMIC_MOVE, REPLACE_EXISTING);
    forceFolder();
  }

  /**
   * Makes the move itself last. Not every system lets a folder be opened; there it is left to it.
   */
  private void forceFolder() {
    Path folder = file.getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      } catch (IOException e) {
        // The file is whole either way: at worst the checkpoint before it comes back.
      }
    }
  }
}
