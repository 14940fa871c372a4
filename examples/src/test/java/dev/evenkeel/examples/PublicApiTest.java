package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The public API of each library against its listing in {@code docs/api}: a change of it shows in
 * review as a change of the listing.
 */
class PublicApiTest {

  private static final String ACCEPT = "evenkeel.api.accept";

  private static final int TYPES_MAX = 250;

  private static final Set<String> NO_LIBRARIES = Set.of("examples", "jobs");

  static Set<String> libraries() {
    Set<String> modules =
        Production.CLASSES.stream()
            .map(Production.HOUSE::module)
            .collect(Collectors.toCollection(TreeSet::new));
    modules.removeAll(NO_LIBRARIES);
    return modules;
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void publicApi_ofALibrary_isTheOneListed(String module) throws IOException {
    Path file = Production.root().resolve("docs/api/" + module + ".txt");
    ApiListing built = listing(module);
    if (Boolean.getBoolean(ACCEPT)) {
      Files.writeString(file, built.text());
    }

    ApiListing listed = new ApiListing(Files.exists(file) ? Files.readAllLines(file) : List.of());
    assertThat(listed.lines())
        .withFailMessage(
            "The public API of evenkeel-%s differs from docs/api/%s.txt:%n%s%nIf that is meant, "
                + "accept it with%n  mvn -pl examples -am test -Dtest=PublicApiTest "
                + "-Dsurefire.failIfNoSpecifiedTests=false -D%s=true%nand commit the listing.",
            module, module, String.join("\n", listed.changesTo(built)), ACCEPT)
        .isEqualTo(built.lines());
  }

  @Test
  void publicTypes_ofCore_areThoseThatUsersMeet() {
    assertThat(publicTypes("core")).as("public types of core").hasSizeLessThanOrEqualTo(40);
  }

  @Test
  void publicTypes_ofTheLibraries_areNotManyMore() {
    assertThat(publicTypes())
        .as("public types of the libraries")
        .hasSizeLessThanOrEqualTo(TYPES_MAX);
  }

  @Test
  void publicTypes_onTheArchitecturePage_areThoseThatAreCounted() throws IOException {
    String page = Files.readString(Production.root().resolve("docs/architecture.md"));
    assertThat(page)
        .containsPattern(
            "\\| public types \\(of `core`\\) \\|[^|]*\\| %d \\(%d\\) \\|"
                .formatted(publicTypes().size(), publicTypes("core").size()));
  }

  /** The testkit is not counted: it is for tests, where a change costs least. */
  private static List<String> publicTypes() {
    return libraries().stream()
        .filter(module -> !module.equals("testkit"))
        .flatMap(module -> publicTypes(module).stream())
        .toList();
  }

  /** Nested types are met through their owners, so only the owners are counted. */
  private static List<String> publicTypes(String module) {
    return Production.CLASSES.stream()
        .filter(type -> Production.HOUSE.module(type).equals(module))
        .filter(type -> !Production.HOUSE.isInternal(type))
        .filter(JavaClass::isTopLevelClass)
        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
        .map(JavaClass::getName)
        .toList();
  }

  private static ApiListing listing(String module) {
    List<Class<?>> types =
        Production.CLASSES.stream()
            .filter(type -> Production.HOUSE.module(type).equals(module))
            .filter(type -> !Production.HOUSE.isInternal(type))
            .<Class<?>>map(JavaClass::reflect)
            .toList();
    return ApiListing.of("Public API of evenkeel-" + module + "; see README.md.", types);
  }
}
