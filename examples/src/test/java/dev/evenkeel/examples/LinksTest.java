package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Relative links of the pages lead to files that exist, and to headings that these files have. */
class LinksTest {

  @Test
  void links_ofAllPages_leadSomewhere() throws IOException {
    try (Stream<Path> docs = Files.walk(Production.root().resolve("docs"))) {
      Stream<Path> front =
          Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md").map(Production.root()::resolve);
      List<Path> pages =
          Stream.concat(front, docs).filter(page -> page.toString().endsWith(".md")).toList();
      assertThat(Links.broken(pages)).isEmpty();
    }
  }

  @Test
  void broken_ofASmallPage_namesFilesAndHeadingsThatAreMissing(@TempDir Path root)
      throws IOException {
    Files.writeString(root.resolve("b.md"), "# Other\n## A `Key`, twice\n## A `Key`, twice\n");
    Path page = root.resolve("a.md");
    Files.writeString(
        page,
        """
        # First page
        [itself](#first-page) [other](b.md) [key](b.md#a-key-twice-1) [out](https://example.org/x)
        [no file](c.md) [no heading](b.md#gone), `[in](code.md)`
        ```
        # [in](block.md)
        ```
        [comment](#in)
        """);

    assertThat(Links.broken(List.of(page)))
        .containsExactly("a.md -> c.md", "a.md -> b.md#gone", "a.md -> #in");
  }
}
