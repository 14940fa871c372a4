package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.core.internal.value.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Identifies a file by its length and first bytes. */
public final class FileIdentity {
  private static final int HEAD_BYTES = 1 << 16;

  private FileIdentity() {}

  /** Such as {@code file:3715461:} and the SHA-256 of the first 64 KiB. */
  public static String of(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // Reading the first bytes of a pipe would remove them from the upload.
      throw new IOException("no regular file: '%s'. Copy it to a file first".formatted(file));
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] head = in.readNBytes(HEAD_BYTES);
      return "file:" + Files.size(file) + ":" + Sha256.hex(head);
    }
  }
}
