package dev.evenkeel.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The relative links of Markdown pages, with the anchors that GitHub makes of headings. */
final class Links {
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+)$");
  private static final Pattern EXTERNAL = Pattern.compile("^[a-z][a-z0-9+.-]*:");

  private Links() {}

  /** Returns the links without a target, each as {@code page -> link}. */
  static List<String> broken(List<Path> pages) throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages) {
      String text = CODE.matcher(unfenced(page)).replaceAll("");
      for (MatchResult link : LINK.matcher(text).results().toList()) {
        if (!leadsSomewhere(page, link.group(1))) {
          broken.add(page.getFileName() + " -> " + link.group(1));
        }
      }
    }
    return broken;
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    if (EXTERNAL.matcher(link).find()) {
      return true;
    }
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file);
    return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
  }

  private static Set<String> anchors(Path page) throws IOException {
    Map<String, Integer> times = new HashMap<>();
    Set<String> anchors = new HashSet<>();
    for (MatchResult heading : HEADING.matcher(unfenced(page)).results().toList()) {
      String anchor = anchor(heading.group(1));
      int earlier = times.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(earlier == 0 ? anchor : anchor + "-" + earlier);
    }
    return anchors;
  }

  /** Lower case, without punctuation, blanks as hyphens. */
  private static String anchor(String heading) {
    return heading
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  private static String unfenced(Path page) throws IOException {
    return FENCED.matcher(Files.readString(page)).replaceAll("");
  }
}
