package dev.evenkeel.upload.internal.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

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
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(head);
      return "file:" + Files.size(file) + ":" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
