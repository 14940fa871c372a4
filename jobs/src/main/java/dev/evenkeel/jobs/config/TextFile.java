package dev.evenkeel.jobs.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.BiFunction;

/** Text files that an option or another file names. */
final class TextFile {
  private TextFile() {}

  /**
   * Reads a file in UTF-8.
   *
   * @param unreadable of the file's name, and why it cannot be read
   */
  static String read(Path path, BiFunction<String, String, ConfigurationException> unreadable) {
    try {
      return Files.readString(path);
    } catch (NoSuchFileException e) {
      throw unreadable.apply(path.toString(), "there is no such file");
    } catch (CharacterCodingException e) {
      throw unreadable.apply(path.toString(), "it is no text in UTF-8");
    } catch (IOException e) {
      String why = Files.isDirectory(path) ? "it is a directory" : "it cannot be read: " + e;
      throw unreadable.apply(path.toString(), why);
    }
  }
}
