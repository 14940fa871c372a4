package dev.evenkeel.simulator.trace;

import dev.evenkeel.simulator.trace.TraceReader.TraceException;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens the bytes of traces, and reports their failures. */
final class TraceFiles {
  private static final int BUFFER_BYTES = 65_536;

  private TraceFiles() {}

  static InputStream open(Path file) {
    if (Files.isDirectory(file)) {
      throw new TraceException(file.toString(), "it is a directory.", null);
    }
    try {
      return Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new TraceException(file.toString(), "there is no such file.", e);
    } catch (AccessDeniedException e) {
      throw new TraceException(file.toString(), "you are not allowed to read it.", e);
    } catch (IOException e) {
      throw unreadable(file.toString(), e, 0);
    }
  }

  /** Detects gzip by the first two bytes, as standard input has no name. */
  static InputStream unzipped(String name, InputStream bytes) {
    PushbackInputStream peeked = new PushbackInputStream(bytes, 2);
    try {
      byte[] first = peeked.readNBytes(2);
      peeked.unread(first);
      boolean isZipped = first.length == 2 && first[0] == 0x1f && first[1] == (byte) 0x8b;
      return isZipped ? new GZIPInputStream(new Unended(peeked), BUFFER_BYTES) : peeked;
    } catch (IOException e) {
      close(bytes, e);
      throw unreadable(name, e, 0);
    }
  }

  /** Closes an unreadable source; a failure to close is added to the first one. */
  private static void close(InputStream bytes, IOException first) {
    try {
      bytes.close();
    } catch (IOException e) {
      first.addSuppressed(e);
    }
  }

  /**
   * GZIPInputStream takes the end of one of several files in a row for the end of all, if no more
   * bytes are there yet, as in a pipe. It looks for more if {@code available()} is above 0.
   */
  private static final class Unended extends FilterInputStream {
    Unended(InputStream in) {
      super(in);
    }

    @Override
    public int available() throws IOException {
      return Math.max(1, super.available());
    }
  }

  static TraceException unreadable(String name, IOException failure, long lines) {
    boolean isDamaged = failure instanceof EOFException || failure instanceof ZipException;
    String reason =
        isDamaged
            ? "what gzip compressed is cut off or damaged after line %,d.".formatted(lines)
            : "after line %,d it cannot be read: %s."
                .formatted(
                    lines,
                    failure.getMessage() == null ? failure.getClass() : failure.getMessage());
    return new TraceException(name, reason, failure);
  }
}
