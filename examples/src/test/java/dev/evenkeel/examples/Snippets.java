package dev.evenkeel.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Code in a page that is a copy of a region of a source file, so that it compiles and runs: {@code
 * <!-- snippet: file#region -->} and a fenced block, of what stands between the comments {@code //
 * [docs:region]} and {@code // [docs]} of that file.
 */
record Snippets(Path root) {
  private static final Pattern MARKER = Pattern.compile("<!-- snippet: (\\S+)#(\\S+) -->\\n");
  private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?\\n)```\\n", Pattern.DOTALL);

  /** The snippets of a page: for each its name, and what is wrong with it or nothing. */
  List<Snippet> of(Path page) throws IOException {
    String text = Files.readString(page);
    List<Snippet> found = new ArrayList<>();
    Matcher marker = MARKER.matcher(text);
    while (marker.find()) {
      Matcher block = BLOCK.matcher(text).region(marker.end(), text.length());
      String shown = block.lookingAt() ? block.group(1) : "";
      String source = region(marker.group(1), marker.group(2));
      found.add(new Snippet(marker.group(1) + "#" + marker.group(2), shown, source));
    }
    return found;
  }

  /**
   * @param shown the code on the page; empty if no block follows the marker
   * @param source the code in the file; empty if there is no such region
   */
  record Snippet(String name, String shown, String source) {}

  private String region(String file, String name) throws IOException {
    Path path = root.resolve(file);
    String source = Files.exists(path) ? Files.readString(path) : "";
    Matcher region =
        Pattern.compile(
                "^ *// \\[docs:%s]\\n(.*?)^ *// \\[docs]$".formatted(Pattern.quote(name)),
                Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(source);
    return region.find() ? region.group(1).stripTrailing().stripIndent() + "\n" : "";
  }
}
