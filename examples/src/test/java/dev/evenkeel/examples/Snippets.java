package dev.evenkeel.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Code in a page, or in Javadoc, that is a copy of a region of a source file, so that it compiles
 * and runs: {@code <!-- snippet: file#region -->} and a fenced block, or one of {@code <pre>}, of
 * what stands between the comments {@code // [docs:region]} and {@code // [docs]} of that file.
 * Without a region, it is the whole file but for these comments.
 */
record Snippets(Path root) {
  private static final Pattern MARKER =
      Pattern.compile("<!-- snippet: ([^\\s#]+)(?:#(\\S+))? -->\\n");

  /** A block of Java that is not compiled, and why. */
  private static final Pattern EXCUSED = Pattern.compile("<!-- not compiled: \\S.{9,} -->\\n\\z");

  private static final Pattern BLOCK =
      Pattern.compile("\\n?(?:```java|<pre>\\{@code)\\n(.*?\\n)(?:```|}</pre>)\\n", Pattern.DOTALL);
  private static final Pattern JAVADOC = Pattern.compile("^ *\\* ?", Pattern.MULTILINE);

  /** The snippets of a page: for each its name, and what is wrong with it or nothing. */
  List<Snippet> of(Path page) throws IOException {
    String text = Files.readString(page);
    if (page.toString().endsWith(".java")) {
      text = JAVADOC.matcher(text).replaceAll("");
    }
    List<Snippet> found = new ArrayList<>();
    Matcher marker = MARKER.matcher(text);
    while (marker.find()) {
      Matcher block = BLOCK.matcher(text).region(marker.end(), text.length());
      String shown = block.lookingAt() ? block.group(1) : "";
      @Nullable String region = marker.group(2);
      String name = marker.group(1) + (region == null ? "" : "#" + region);
      found.add(new Snippet(name, shown, source(marker.group(1), region)));
    }
    return found;
  }

  /** The first lines of blocks of Java of a page that are no snippets, and do not say why. */
  List<String> unproven(Path page) throws IOException {
    String text = Files.readString(page);
    Matcher block = BLOCK.matcher(text);
    List<String> found = new ArrayList<>();
    while (block.find()) {
      String before = text.substring(0, block.start()).stripTrailing() + "\n";
      String marker = before.substring(before.lastIndexOf('\n', before.length() - 2) + 1);
      if (!MARKER.matcher(marker).matches() && !EXCUSED.matcher(marker).matches()) {
        found.add(block.group(1).lines().findFirst().orElse(""));
      }
    }
    return found;
  }

  /**
   * @param shown the code on the page; empty if no block follows the marker
   * @param source the code in the file; empty if there is no such region
   */
  record Snippet(String name, String shown, String source) {}

  private String source(String file, @Nullable String name) throws IOException {
    Path path = root.resolve(file);
    String source = Files.exists(path) ? Files.readString(path) : "";
    if (name == null) {
      return source.replaceAll("(?m)^ *// \\[docs(:\\S+)?]\\n", "");
    }
    Matcher region =
        Pattern.compile(
                "^ *// \\[docs:%s]\\n(.*?)^ *// \\[docs]$".formatted(Pattern.quote(name)),
                Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(source);
    return region.find() ? region.group(1).stripTrailing().stripIndent() + "\n" : "";
  }
}
