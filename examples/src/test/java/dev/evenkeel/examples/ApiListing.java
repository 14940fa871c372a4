package dev.evenkeel.examples;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The public API of a module as text: packages, types and members in alphabetical order. Types in
 * signatures go by their simple names, except where two of them share one.
 */
record ApiListing(List<String> lines) {

  private static final Pattern FULL_NAME = Pattern.compile("\\b((?:[a-z]\\w*\\.)+)([A-Z]\\w*)");
  private static final Pattern TYPE = Pattern.compile("(?:class|interface|enum|record) ([\\w.]+)");
  private static final String PACKAGE = "package ";
  private static final String MEMBER = "  ";

  ApiListing {
    lines = List.copyOf(lines);
  }

  static ApiListing of(String title, Collection<Class<?>> types) {
    List<String> lines = new ArrayList<>(List.of("# " + title));
    types.stream()
        .filter(ApiSignatures::isVisible)
        .sorted(
            Comparator.<Class<?>, String>comparing(Class::getPackageName)
                .thenComparing(ApiSignatures::nameInPackage))
        .forEach(type -> append(lines, type));
    return new ApiListing(withShortNames(lines));
  }

  /**
   * The differences to another listing: removed entries ({@code -}) and added ones ({@code +}),
   * each with its type.
   */
  List<String> changesTo(ApiListing other) {
    Set<String> before = entries();
    Set<String> after = other.entries();
    List<String> changes = new ArrayList<>();
    before.stream().filter(entry -> !after.contains(entry)).forEach(e -> changes.add("- " + e));
    after.stream().filter(entry -> !before.contains(entry)).forEach(e -> changes.add("+ " + e));
    return changes;
  }

  String text() {
    return String.join("\n", lines) + "\n";
  }

  private static void append(List<String> lines, Class<?> type) {
    String packageLine = PACKAGE + type.getPackageName();
    if (!lines.contains(packageLine)) {
      lines.addAll(List.of("", packageLine));
    }
    lines.addAll(List.of("", ApiSignatures.header(type)));
    ApiSignatures.members(type).forEach(member -> lines.add(MEMBER + member));
  }

  private static List<String> withShortNames(List<String> lines) {
    Map<String, Boolean> unique =
        lines.stream()
            .flatMap(line -> FULL_NAME.matcher(line).results())
            .collect(
                groupingBy(
                    name -> name.group(2),
                    mapping(
                        MatchResult::group,
                        collectingAndThen(toSet(), fullNames -> fullNames.size() == 1))));
    return lines.stream().map(line -> withShortNames(line, unique)).toList();
  }

  private static String withShortNames(String line, Map<String, Boolean> unique) {
    return FULL_NAME
        .matcher(line)
        .replaceAll(name -> unique.get(name.group(2)) ? name.group(2) : name.group());
  }

  private Set<String> entries() {
    Set<String> entries = new LinkedHashSet<>();
    String packageName = "";
    String type = "";
    for (String line : lines) {
      if (line.startsWith(PACKAGE)) {
        packageName = line.substring(PACKAGE.length());
      } else if (line.startsWith(MEMBER)) {
        entries.add(packageName + "." + type + ": " + line.strip());
      } else if (!line.isEmpty()) {
        Matcher match = TYPE.matcher(line);
        type = match.find() ? match.group(1) : line;
        entries.add(packageName + ": " + line);
      }
    }
    return entries;
  }
}
