package dev.evenkeel.jobs.work;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that is written at the end of a long run. Whether it can be is found out at the beginning,
 * and what was there before stays until the end. No other file is touched, and nothing but a file
 * is replaced: a link stays, and a device or a pipe, such as {@code /dev/stdout}, is written to.
 */
public final class ReportFile implements AutoCloseable {
  private static final int BESIDE_MAX = 100;
  private static final int LINKS_MAX = 40; // as many as Linux follows

  /** Paths in these may lead to files that a shell has opened. */
  private static final List<Path> OPEN = List.of(Path.of("/dev/fd"), Path.of("/proc"));

  private final Path path;
  private final @Nullable Path beside;

  /**
   * @param beside what takes the place of the other; null for what is no file
   */
  private ReportFile(Path path, @Nullable Path beside) {
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
    Path led = led(path);
    if (stream(led) != null || (Files.exists(path) && !Files.isRegularFile(path))) {
      return new ReportFile(led, null);
    }
    if (isOpen(led)) {
      throw unwritable(path, "it stands for a file that is open, which would be replaced");
    }
    if (Files.isSymbolicLink(path) && !Files.exists(path)) {
      throw unwritable(path, "it is a link to what does not exist");
    }
    try {
      Path target = Files.exists(path) ? path.toRealPath() : path;
      Path beside = beside(target);
      keepMode(target, beside);
      return new ReportFile(target, beside);
    } catch (NoSuchFileException e) {
      throw unwritable(path, "its folder does not exist");
    } catch (IOException e) {
      throw unwritable(path, "its folder takes no file");
    }
  }

  /** Where links lead, up to what stands for an open file. */
  private static Path led(Path path) {
    Path led = path.toAbsolutePath().normalize();
    try {
      for (int i = 0; i < LINKS_MAX && Files.isSymbolicLink(led); i++) {
        if (stream(led) != null || isOpen(led)) {
          return led;
        }
        led = led.resolveSibling(Files.readSymbolicLink(led)).normalize();
      }
    } catch (IOException e) {
      throw unwritable(path, "its link cannot be read");
    }
    return led;
  }

  private static boolean isOpen(Path path) {
    return OPEN.stream().anyMatch(path::startsWith);
  }

  /** The process's own stream, which may go to a file that holds more; null for any other path. */
  private static @Nullable PrintStream stream(Path path) {
    return switch (path.toString()) {
      case "/dev/stdout" -> System.out;
      case "/dev/stderr" -> System.err;
      default -> null;
    };
  }

  /** A new file in the same folder, so that it can take the place of the other at once. */
  private static Path beside(Path path) throws IOException {
    for (int number = 0; ; number++) {
      Path beside = path.resolveSibling(path.getFileName() + "." + number + ".new");
      try {
        return Files.createFile(beside);
      } catch (FileAlreadyExistsException e) {
        if (number == BESIDE_MAX) {
          throw e;
        }
      }
    }
  }

  /** A file that only its owner may read stays so. */
  private static void keepMode(Path before, Path beside) throws IOException {
    if (Files.exists(before)
        && Files.getFileStore(before).supportsFileAttributeView(PosixFileAttributeView.class)) {
      Files.setPosixFilePermissions(beside, Files.getPosixFilePermissions(before));
    }
  }

  private static JobException unwritable(Path path, String why) {
    return new JobException(
        "the report cannot be written to '%s': %s. Name another file.".formatted(path, why));
  }

  /**
   * Writes it; a file whole or not at all.
   *
   * @throws JobException if it cannot be written, as on a full disk
   */
  public void write(String text) {
    PrintStream stream = stream(path);
    if (stream != null) {
      stream.print(text);
      stream.flush();
      return;
    }
    try {
      Files.writeString(beside == null ? path : beside, text);
      if (beside != null) {
        Files.move(
            beside, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (FileSystemException e) {
      throw unwritable(path, String.valueOf(e.getReason()));
    } catch (IOException e) {
      throw unwritable(path, String.valueOf(e.getMessage()));
    }
  }

  /** Takes away what was begun and not written. */
  @Override
  public void close() {
    if (beside == null) {
      return;
    }
    try {
      Files.deleteIfExists(beside);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
