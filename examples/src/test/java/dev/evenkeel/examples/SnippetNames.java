package dev.evenkeel.examples;

import dev.evenkeel.examples.Snippets.Snippet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What snippets name that nobody has who copies them: types, constants and methods of the examples
 * and tests that their page does not show, what is internal, and HTTP clients, which are artifacts
 * of their own.
 */
record SnippetNames(Path root, Set<String> publicTypes) {
  private static final Pattern TYPE = Pattern.compile("(?<![.\\w])[A-Z]\\w*");
  private static final Pattern CALL = Pattern.compile("(?<![.\\w@])([a-z]\\w*)\\(");
  private static final Set<String> WORDS =
      Set.of("if", "for", "while", "switch", "catch", "try", "super", "this", "synchronized");

  /** With the public types of the libraries of this checkout. */
  static SnippetNames ofTheHouse() throws IOException {
    Path root = Production.root();
    Set<String> types = new HashSet<>();
    for (String module : Production.modules()) {
      Path sources = root.resolve(module).resolve("src/main/java");
      if (!Set.of("examples", "benchmarks").contains(module) && Files.exists(sources)) {
        try (Stream<Path> files = Files.walk(sources)) {
          files
              .map(file -> sources.relativize(file).toString().replaceAll("[/\\\\]", "."))
              .filter(file -> file.endsWith(".java") && !file.contains(".internal."))
              .map(file -> file.replaceFirst("\\.java$", ""))
              .forEach(types::add);
        }
      }
    }
    return new SnippetNames(root, types);
  }

  /** Such names in the snippets of one page. */
  List<String> strange(List<Snippet> ofAPage) throws IOException {
    String page =
        ofAPage.stream().map(snippet -> bare(snippet.shown())).collect(Collectors.joining("\n"));
    List<String> found = new ArrayList<>();
    for (Snippet snippet : ofAPage) {
      Path file = root.resolve(snippet.name().replaceFirst("#.*", ""));
      String source = Files.readString(file);
      String shown = bare(snippet.shown());
      TYPE.matcher(shown)
          .results()
          .map(MatchResult::group)
          .distinct()
          .filter(name -> !matches(page, "(class|record|interface|enum) %1$s\\b|\\b%1$s =", name))
          .filter(name -> isStrange(name, file, source))
          .forEach(found::add);
      CALL.matcher(shown)
          .results()
          .map(call -> call.group(1))
          .distinct()
          .filter(name -> !WORDS.contains(name))
          .filter(name -> !matches(page, "[\\w>\\]] %s\\([^{;]*\\{", name))
          .filter(name -> !matches(source, "import static [\\w.]*\\.%s;", name))
          .forEach(found::add);
    }
    return found;
  }

  private boolean isStrange(String name, Path file, String source) {
    return Pattern.compile("(?m)^import (static )?([\\w.]+\\.%s);".formatted(name))
        .matcher(source)
        .results()
        .findFirst()
        .map(imported -> isNobodys(imported.group(2)))
        .orElseGet(
            () ->
                Files.exists(file.resolveSibling(name + ".java"))
                    || matches(
                        bare(source),
                        "(class|record|interface|enum) %1$s\\b|static final [^=;]* %1$s =",
                        name));
  }

  private boolean isNobodys(String type) {
    return type.startsWith("com.example.")
        || type.startsWith("software.amazon.awssdk.http.")
        || (type.startsWith("dev.evenkeel.")
            && publicTypes.stream().noneMatch(known -> (type + ".").startsWith(known + ".")));
  }

  private static boolean matches(String text, String pattern, String name) {
    return Pattern.compile(pattern.formatted(name)).matcher(text).find();
  }

  /** Without strings and comments. */
  private static String bare(String code) {
    return code.replaceAll("\"(\\\\.|[^\"\\\\\n])*\"", "\"\"")
        .replaceAll("//.*", "")
        .replaceAll("(?s)/\\*.*?\\*/", "");
  }
}
