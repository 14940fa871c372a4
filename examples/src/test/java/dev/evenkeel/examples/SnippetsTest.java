package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.examples.Snippets.Snippet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code in the docs, and in the Javadoc of entry points, is code of the tests. */
class SnippetsTest {
  private static final Pattern LINK = Pattern.compile("\\{@link\\s+(dev\\.evenkeel[\\w.]+)}");

  @Test
  void snippets_ofAllPages_areRegionsOfTheirFiles() throws IOException {
    Snippets snippets = new Snippets(Production.root());
    List<Snippet> found = new ArrayList<>();
    for (Path page : pages()) {
      found.addAll(snippets.of(page));
    }
    for (String entryPoint : entryPoints()) {
      List<Snippet> shown = snippets.of(source(entryPoint));
      assertThat(shown).as(entryPoint).isNotEmpty();
      found.addAll(shown);
    }
    assertThat(found)
        .isNotEmpty()
        .allSatisfy(
            snippet ->
                assertThat(snippet.shown())
                    .as(snippet.name())
                    .isNotEmpty()
                    .isEqualTo(snippet.source()));
  }

  @Test
  void blocks_ofAllPages_areSnippetsOrSayWhyNot() throws IOException {
    Snippets snippets = new Snippets(Production.root());
    for (Path page : pages()) {
      assertThat(snippets.unproven(page)).as(page.toString()).isEmpty();
    }
  }

  /** Whoever copies a snippet has the libraries, and what the page shows. */
  @Test
  void snippets_ofAllPages_nameWhatTheirPageShowsOrALibraryHas() throws IOException {
    Snippets snippets = new Snippets(Production.root());
    SnippetNames names = SnippetNames.ofTheHouse();
    for (Path page : pages()) {
      assertThat(names.strange(snippets.of(page))).as(page.toString()).isEmpty();
    }
  }

  /** All types that the overview of the Javadoc sends readers to. */
  private static List<String> entryPoints() throws IOException {
    String overview = Files.readString(Production.root().resolve("src/javadoc/overview.html"));
    return LINK.matcher(overview)
        .results()
        .map(link -> link.group(1))
        .filter(name -> Character.isUpperCase(name.charAt(name.lastIndexOf('.') + 1)))
        .toList();
  }

  /** Modules are called as the package behind {@code dev.evenkeel}. */
  private static Path source(String type) {
    return Production.root()
        .resolve(type.split("\\.", -1)[2])
        .resolve("src/main/java")
        .resolve(type.replace('.', '/') + ".java");
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(Production.root().resolve("docs"))) {
      return Stream.concat(Stream.of(Production.root().resolve("README.md")), docs)
          .filter(page -> page.toString().endsWith(".md"))
          .toList();
    }
  }

  @Test
  void snippets_ofASmallPage_areReadWithWhatIsWrong(@TempDir Path root) throws IOException {
    Files.writeString(
        root.resolve("A.java"),
        "class A {\n  // [docs:same]\n  int a;\n\n  int b;\n  // [docs]\n  int c;\n}\n");
    Path page = root.resolve("page.md");
    Files.writeString(
        page,
        block("A.java#same", "int a;\n\nint b;\n")
            + block("A.java#gone", "int a;\n")
            + block("A.java", "class A {\n")
            + "```java\nint unproven;\n```\n\n"
            + "<!-- not compiled: it shows what does not compile -->\n```java\nint 1;\n```\n\n"
            + "<!-- output -->\n```java\nint other;\n```\n\n"
            + block("B.java#same", "int a;\n")
            + "<!-- snippet: A.java#same -->\nno block\n");

    assertThat(new Snippets(root).of(page))
        .containsExactly(
            new Snippet("A.java#same", "int a;\n\nint b;\n", "int a;\n\nint b;\n"),
            new Snippet("A.java#gone", "int a;\n", ""),
            new Snippet("A.java", "class A {\n", "class A {\n  int a;\n\n  int b;\n  int c;\n}\n"),
            new Snippet("B.java#same", "int a;\n", ""),
            new Snippet("A.java#same", "", "int a;\n\nint b;\n"));
    assertThat(new Snippets(root).unproven(page)).containsExactly("int unproven;", "int other;");
  }

  @Test
  void names_thatNobodyHasButTheExamples_areFound(@TempDir Path root) throws IOException {
    Files.writeString(
        root.resolve("A.java"),
        """
        package dev.evenkeel.examples;
        import dev.evenkeel.core.Shown;
        import dev.evenkeel.core.internal.Hidden;
        class A {
          private static final int MAX = 1;
          // [docs:code]
          void shown() {
            new Shown(new Hidden(), B.of(MAX), List.of(shown(), own()));
          }
          // [docs]
          void own() {}
        }
        """);
    Files.writeString(root.resolve("B.java"), "class B {}\n");
    Path page = root.resolve("page.md");
    String code =
        "void shown() {\n  new Shown(new Hidden(), B.of(MAX), List.of(shown(), own()));\n}\n";
    Files.writeString(page, block("A.java#code", code));

    SnippetNames names = new SnippetNames(root, Set.of("dev.evenkeel.core.Shown"));
    assertThat(names.strange(new Snippets(root).of(page)))
        .containsExactly("Hidden", "B", "MAX", "own");
  }

  private static String block(String name, String code) {
    return "<!-- snippet: " + name + " -->\n```java\n" + code + "```\n\n";
  }
}
