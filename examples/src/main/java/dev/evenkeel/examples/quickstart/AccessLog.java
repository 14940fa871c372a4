package dev.evenkeel.examples.quickstart;

import dev.evenkeel.simulator.trace.AccessLogLine.MalformedLineException;
import dev.evenkeel.simulator.trace.LineReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a log file.
 *
 * @param hits in the order of the file; never empty
 * @param lineCount all lines, malformed ones included
 * @param complaints the first malformed lines, such as {@code line 7: the size is missing}
 */
record AccessLog(List<Hit> hits, int lineCount, List<String> complaints) {
  private static final int COMPLAINTS_MAX = 3;

  AccessLog {
    hits = List.copyOf(hits);
    complaints = List.copyOf(complaints);
  }

  int malformedCount() {
    return lineCount - hits.size();
  }

  /**
   * Reads all of a file. Bytes are taken as Latin-1, which every byte is valid in: a log holds what
   * clients sent, in whatever encoding.
   *
   * @throws QuickstartException if the file cannot be read or holds no hit
   */
  static AccessLog read(Path file) {
    if (Files.isDirectory(file)) {
      throw unreadable(file, "it is a directory");
    }
    try (LineReader lines =
        new LineReader(Files.newBufferedReader(file, StandardCharsets.ISO_8859_1))) {
      return parse(lines).checked(file);
    } catch (NoSuchFileException e) {
      throw unreadable(file, "there is no such file");
    } catch (AccessDeniedException e) {
      throw unreadable(file, "you are not allowed to read it");
    } catch (IOException e) {
      throw unreadable(file, String.valueOf(e.getMessage()));
    }
  }

  private static AccessLog parse(LineReader lines) throws IOException {
    AccessLogParser parser = new AccessLogParser();
    List<Hit> hits = new ArrayList<>();
    List<String> complaints = new ArrayList<>();
    int lineCount = 0;
    for (String text = lines.next(); text != null; text = lines.next()) {
      lineCount++;
      try {
        hits.add(parser.parse(lineCount, text));
      } catch (MalformedLineException e) {
        if (complaints.size() < COMPLAINTS_MAX) {
          complaints.add("line " + lineCount + ": " + e.getMessage());
        }
      }
    }
    return new AccessLog(hits, lineCount, complaints);
  }

  private AccessLog checked(Path file) {
    if (lineCount == 0) {
      throw unreadable(file, "it is empty");
    }
    if (hits.isEmpty()) {
      throw unreadable(
          file, "no line of it is in Common or Combined Log Format; " + complaints.get(0));
    }
    return this;
  }

  private static QuickstartException unreadable(Path file, String reason) {
    return new QuickstartException(
        "cannot use '%s': %s. Name a web access log, or no file to have one generated."
            .formatted(file, reason));
  }
}
