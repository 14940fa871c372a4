package dev.evenkeel.jobs.work;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file that is written at the end of a long run. Whether it can be is found out at the beginning,
 * and what was there before stays until the end.
 */
public final class ReportFile implements AutoCloseable {
  private final Path path;
  private final Path beside;

  private ReportFile(Path path, Path beside) {
    this.path = path;
    this.beside = beside;
  }

  /**
   * Begins one.
   *
   * @throws JobException if it cannot be written
   */
  public static ReportFile at(Path path) {
    if (Files.isDirectory(path)) {
      throw unwritable(path, "it is a directory");
    }
    if (Files.exists(path) && !Files.isWritable(path)) {
      throw unwritable(path, "it is there and may not be changed");
    }
    Path beside = path.resolveSibling(path.getFileName() + ".new");
    try {
      Files.writeString(beside, "");
    } catch (NoSuchFileException e) {
      throw unwritable(path, "its folder does not exist");
    } catch (IOException e) {
      throw unwritable(path, "its folder takes no file");
    }
    return new ReportFile(path, beside);
  }

  private static JobException unwritable(Path path, String why) {
    return new JobException(
        "the report cannot be written to '%s': %s. Name another file.".formatted(path, why));
  }

  /** Writes it, whole or not at all. */
  public void write(String text) {
    try {
      Files.writeString(beside, text);
      Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes away what was begun and not written. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(beside);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
