package dev.evenkeel.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the libraries that are in the runnable jar want to be said there, by their own jars. */
final class LegalFiles {
  static final Path LICENSE = Path.of("../LICENSE");
  static final Path OWN_NOTICE = Path.of("../NOTICE");

  /** Of the jar: what the build puts into it as it stands. */
  static final Path NOTICE = Path.of("src/legal/NOTICE");

  static final Path THIRD_PARTY = Path.of("src/legal/THIRD-PARTY");

  /** The libraries whose jars say nothing, by what their POMs say. */
  private static final Map<String, List<String>> UNSAID =
      new TreeMap<>(
          Map.of(
              "Apache-2.0 (META-INF/LICENSE)",
              List.of(
                  "aws-lambda-java-core",
                  "datasketches-memory",
                  "eventstream",
                  "hash4j",
                  "itu",
                  "json-schema-validator",
                  "jspecify",
                  "picocli",
                  "snakeyaml"),
              "EPL-1.0 (https://www.eclipse.org/legal/epl-v10.html) or LGPL-2.1, "
                  + "source at https://github.com/qos-ch/logback",
              List.of("logback-classic", "logback-core"),
              "MIT-0 (https://spdx.org/licenses/MIT-0.html)",
              List.of("reactive-streams"),
              "EPL-2.0 (https://www.eclipse.org/legal/epl-v20.html) or EDL-1.0, "
                  + "source at https://github.com/locationtech/jts",
              List.of("jts-core"),
              "BSD-2-Clause (https://spdx.org/licenses/BSD-2-Clause.html)",
              List.of("zstd-jni")));

  private static final Pattern LEGAL = Pattern.compile("(META-INF/)?[^/]*(LICENSE|NOTICE)[^/]*");
  private static final Pattern VERSION = Pattern.compile("-\\d[\\w.]*(-\\d+)?\\.jar$");

  /** Texts, each with the libraries that bring it. */
  private final SortedMap<String, SortedSet<String>> notices = new TreeMap<>();

  private final SortedMap<String, SortedSet<String>> licenses = new TreeMap<>();
  private final SortedSet<String> apaches = new TreeSet<>();
  private final SortedSet<String> silent = new TreeSet<>();
  private final String apache;

  private LegalFiles(String apache) {
    this.apache = apache;
  }

  /** Reads the jars of a class path, but not those that the runnable jar leaves out. */
  static LegalFiles of(String classPath) throws IOException {
    LegalFiles found = new LegalFiles(words(Files.readString(LICENSE)));
    for (String element : classPath.strip().split(File.pathSeparator, -1)) {
      String name = VERSION.matcher(Path.of(element).getFileName().toString()).replaceFirst("");
      boolean isBundled = element.endsWith(".jar") && !name.matches("(netty|evenkeel)-.*");
      if (isBundled) {
        found.read(name, element);
      }
    }
    return found;
  }

  static boolean isLegal(String entry) {
    return LEGAL.matcher(entry.toUpperCase(Locale.ROOT)).matches();
  }

  private void read(String name, String file) throws IOException {
    boolean isSilent = true;
    try (JarFile jar = new JarFile(file)) {
      for (JarEntry entry : jar.stream().filter(each -> isLegal(each.getName())).toList()) {
        String text = lines(new String(jar.getInputStream(entry).readAllBytes(), UTF_8));
        boolean isNotice = entry.getName().toUpperCase(Locale.ROOT).contains("NOTICE");
        isSilent &= isNotice;
        if (words(text).equals(apache)) {
          apaches.add(name);
        } else {
          (isNotice ? notices : licenses).computeIfAbsent(text, seen -> new TreeSet<>()).add(name);
        }
      }
    }
    if (isSilent) {
      silent.add(name);
    }
  }

  /** Without the differences of editors, which do not make another text. */
  private static String lines(String text) {
    List<String> lines = new ArrayList<>(text.lines().map(String::stripTrailing).toList());
    while (lines.get(0).isEmpty()) {
      lines.remove(0);
    }
    return String.join("\n", lines).stripTrailing() + "\n";
  }

  SortedSet<String> silent() {
    return silent;
  }

  static Stream<String> unsaid() {
    return UNSAID.values().stream().flatMap(List::stream).sorted();
  }

  String notice() throws IOException {
    return Files.readString(OWN_NOTICE)
        + "\nThis jar holds other software, under the licences in META-INF/THIRD-PARTY.\n"
        + "Its own notices follow.\n"
        + sections(notices);
  }

  String thirdParty() {
    StringBuilder text = new StringBuilder("Software of others in this jar, and its licences.\n\n");
    UNSAID.forEach((license, names) -> text.append(line(license, names)));
    text.append(line("Apache-2.0, as their jars say (META-INF/LICENSE)", apaches));
    return text.append(sections(licenses)).toString();
  }

  private static String line(String license, Collection<String> names) {
    return license + ":\n  " + String.join("\n  ", names) + "\n";
  }

  private static String words(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private static String sections(SortedMap<String, SortedSet<String>> texts) {
    StringBuilder all = new StringBuilder();
    texts.forEach(
        (text, names) ->
            all.append("\n==== ").append(String.join(", ", names)).append("\n\n").append(text));
    return all.toString();
  }
}
