package dev.evenkeel.jobs.work;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.jobs.report.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * Where a deep sweep stopped, kept in a file from run to run. It is replaced whole after each step,
 * so a kill at any moment costs one step.
 *
 * @param path of the file
 * @param dryRun whether the sweep is a dry one: the places that a dry run has passed are not done
 * @param place what the sweep goes over
 */
public record CursorFile(Path path, boolean dryRun, String place) {
  private static final int FORMAT = 1;

  /**
   * The stored cursor; null if there is no file.
   *
   * @throws JobException if it is none of ours, or that of the other kind of run or of another
   *     place; or if none can be written there
   */
  public @Nullable String read() {
    Path folder = path.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(path) || !Files.isWritable(folder)) {
      throw new JobException(
          "the cursor cannot be written to '%s': it is a folder, or its own does not exist or takes no file. Name another file."
              .formatted(path));
    }
    try {
      JsonNode json = new ObjectMapper().readTree(path.toFile().exists() ? text() : "null");
      if (json.isNull()) {
        return null;
      }
      if (json.path("format").asInt() != FORMAT || !json.path("cursor").isTextual()) {
        throw unusable("it is no cursor of this version of evenkeel");
      }
      if (json.path("dryRun").asBoolean() != dryRun) {
        throw unusable(
            dryRun
                ? "it is that of a run with --delete"
                : "it is that of a dry run, which has done nothing where it passed");
      }
      if (json.has("place") && !json.path("place").asText().equals(place)) {
        throw unusable(
            "it is that of a sweep of %s, and this one is of %s"
                .formatted(json.path("place").asText(), place));
      }
      return json.path("cursor").asText();
    } catch (JsonProcessingException e) {
      throw unusable("it is no JSON");
    }
  }

  private String text() {
    try {
      return Files.readString(path);
    } catch (NoSuchFileException e) {
      return "null";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JobException unusable(String why) {
    return new JobException(
        "%s cannot be continued: %s. Name another file, or remove it to start over."
            .formatted(path, why));
  }

  /** Stores the cursor; null, for a finished sweep, removes the file. */
  public void write(@Nullable String cursor) {
    try {
      if (cursor == null) {
        Files.deleteIfExists(path);
        return;
      }
      ObjectNode json =
          Json.object()
              .put("format", FORMAT)
              .put("dryRun", dryRun)
              .put("place", place)
              .put("cursor", cursor);
      Path beside = path.resolveSibling(path.getFileName() + ".new");
      Files.writeString(beside, Json.text(json));
      Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
