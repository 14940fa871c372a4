package dev.evenkeel.examples;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Evenkeel's own code as the tests of the whole house see it. */
final class Production {

  static final PackageTree HOUSE = new PackageTree("dev.evenkeel");

  /** The classes of all modules on the class path, without tests. */
  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages(HOUSE.base());

  private static final Pattern MODULE = Pattern.compile("<module>(.+?)</module>");

  private Production() {}

  /** The modules of the root pom that hold code. */
  static List<String> modules() throws IOException {
    String pom = Files.readString(root().resolve("pom.xml"));
    return MODULE
        .matcher(pom)
        .results()
        .map(found -> found.group(1))
        .filter(module -> Files.exists(root().resolve(module).resolve("src")))
        .toList();
  }

  /** The root of the project, wherever in it the tests were started. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve(".mvn"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
