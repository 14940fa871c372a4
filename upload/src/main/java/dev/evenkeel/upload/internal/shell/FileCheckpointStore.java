package dev.evenkeel.upload.internal.shell;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.evenkeel.upload.spec.CheckpointStore;
import dev.evenkeel.upload.spec.UploadCheckpoint;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint in a file: written beside it, forced to the disk, and moved over it in one step. A
 * checkpoint of another writer is not replaced: two uploads that overwrite each other's checkpoints
 * could leave an earlier version of an item.
 */
public final class FileCheckpointStore implements CheckpointStore {
  private final Path file;
  private boolean known;
  private @Nullable String lastText;

  public FileCheckpointStore(Path file) {
    this.file = file.toAbsolutePath();
  }

  @Override
  public @Nullable UploadCheckpoint load() throws IOException {
    requireFolder();
    String text = text();
    UploadCheckpoint checkpoint = text == null ? null : UploadCheckpoint.parse(text);
    known = true;
    lastText = text;
    return checkpoint;
  }

  /** Fails before the upload has written anything. */
  private void requireFolder() throws IOException {
    Path folder = file.getParent();
    if (folder != null && !(Files.isDirectory(folder) && Files.isWritable(folder))) {
      throw new IOException(
          "the folder of the checkpoint '%s' is missing or may not be written".formatted(file));
    }
  }

  private @Nullable String text() throws IOException {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (FileNotFoundException e) {
      if (Files.exists(file)) {
        throw e; // it may not be read, or is a folder
      }
      return null;
    }
  }

  @Override
  public void save(UploadCheckpoint checkpoint) throws IOException {
    String found = text();
    if (known && found != null && !found.equals(lastText)) {
      throw new IOException(
          "another upload has written '%s' meanwhile: give each upload a file of its own"
              .formatted(file));
    }
    replace(checkpoint.text());
    known = true;
    lastText = checkpoint.text();
  }

  private void replace(String text) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + ".new");
    // Not a channel: an interrupt would close it and lose the last checkpoint.
    try (FileOutputStream out = new FileOutputStream(beside.toFile())) {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.getFD().sync();
    }
    Files.move(beside, file, ATOMIC_MOVE, REPLACE_EXISTING);
    forceFolder();
  }

  /** Makes the move durable. Systems that cannot open a folder decide by themselves. */
  private void forceFolder() {
    Path folder = file.getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      } catch (IOException e) {
        // The file is whole either way: at worst the previous checkpoint returns after a crash.
      }
    }
  }
}
