package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lines of prose in the pages, and comments of scripts and settings, have at most 120 characters;
 * tables and code may have more. The README is short enough to be read to its end.
 */
class LineLengthTest {
  private static final int LENGTH_MAX = 120;
  private static final int README_LINES_MAX = 90;

  @Test
  void linesOfProse_ofAllPages_areShortEnough() throws IOException {
    try (Stream<Path> docs = Files.walk(Production.root().resolve("docs"))) {
      Stream<Path> front =
          Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md").map(Production.root()::resolve);
      List<Path> pages =
          Stream.concat(front, docs).filter(page -> page.toString().endsWith(".md")).toList();
      assertThat(tooLong(pages)).isEmpty();
    }
  }

  @Test
  void comments_ofScriptsAndSettings_areShortEnough() throws IOException {
    List<Path> files =
        new ArrayList<>(List.of(Production.root().resolve("docs/figures-bounds.txt")));
    for (String folder : List.of(".ci", "bin", "examples/deploy")) {
      try (Stream<Path> all = Files.walk(Production.root().resolve(folder))) {
        all.filter(Files::isRegularFile).forEach(files::add);
      }
    }
    assertThat(files).hasSizeGreaterThan(10);
    assertThat(commentsTooLong(files)).isEmpty();
  }

  @Test
  void lines_ofTheReadme_areFewEnough() throws IOException {
    assertThat(Files.readAllLines(Production.root().resolve("README.md")))
        .hasSizeLessThanOrEqualTo(README_LINES_MAX);
  }

  @Test
  void tooLong_ofASmallPage_namesTheLineOutsideTablesAndCode(@TempDir Path root)
      throws IOException {
    String words = "word ".repeat(25);
    Path page = root.resolve("a.md");
    Files.writeString(page, "# Page\n| %1$s |\n```\n%1$s\n```\nshort\n%1$s\n".formatted(words));
    assertThat(tooLong(List.of(page))).containsExactly("a.md:7");
  }

  @Test
  void commentsTooLong_ofASmallScript_namesTheLineOfAComment(@TempDir Path root)
      throws IOException {
    String words = "word ".repeat(25);
    Path script = root.resolve("run");
    Files.writeString(script, "# short\necho %1$s # %1$s\n  # %1$s\n".formatted(words));
    assertThat(commentsTooLong(List.of(script))).containsExactly("run:3");
  }

  private static List<String> commentsTooLong(List<Path> files) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        if (line.strip().startsWith("#") && line.length() > LENGTH_MAX) {
          found.add(file.getFileName() + ":" + number);
        }
      }
    }
    return found;
  }

  private static List<String> tooLong(List<Path> pages) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path page : pages) {
      boolean isCode = false;
      int number = 0;
      for (String line : Files.readAllLines(page)) {
        number++;
        String text = line.strip();
        if (text.startsWith("```")) {
          isCode = !isCode;
        } else if (!isCode && !text.startsWith("|") && line.length() > LENGTH_MAX) {
          found.add(page.getFileName() + ":" + number);
        }
      }
    }
    return found;
  }
}
