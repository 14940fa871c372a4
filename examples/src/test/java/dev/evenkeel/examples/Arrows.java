package dev.evenkeel.examples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.evenkeel.examples.Shape.must;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * The allowed dependencies: between modules, between the rooms of a feature, and without cycles.
 */
final class Arrows {

  /** The modules that each library may see. */
  private static final Map<String, Set<String>> LIBRARIES =
      Map.ofEntries(
          Map.entry("core", Set.of()),
          Map.entry("objects", Set.of("core")),
          Map.entry("testkit", Set.of()),
          Map.entry("sharding", Set.of("core")),
          Map.entry("upload", Set.of("core")),
          Map.entry("chunking", Set.of("core", "objects")),
          Map.entry("timeseries", Set.of("core", "objects")),
          Map.entry("parquet", Set.of("core", "objects", "timeseries")),
          Map.entry("caching", Set.of("core")),
          Map.entry("redis", Set.of("caching")),
          Map.entry("simulator", Set.of("core", "objects", "sharding", "caching")),
          Map.entry("spark", Set.of()));

  /** The modules at the end of the arrows: they see every library, and none sees them. */
  private static final Set<String> ENDS = Set.of("jobs", "spring", "examples", "benchmarks");

  /** The modules whose internals the others are built on: qualified exports name who. */
  private static final Set<String> FOUNDATION = Set.of("core", "objects");

  /** The modules laid out in rooms. */
  private static final Set<String> FEATURES =
      Set.of("objects", "sharding", "upload", "chunking", "timeseries", "caching", "simulator");

  /** The rooms of a feature in the order of its imports: each sees itself and what is before it. */
  private static final List<String> ROOMS = List.of("spec", "planning", "internal", "shell", "");

  private static final String SHELL = "internal.shell";

  /** Packages with entry points of their own, which stand where the root package does. */
  private static final Set<String> ROOTS = Set.of("trace", "advise", "junit", "micrometer");

  /** The packages of each optional library, and the packages of ours that may see them. */
  private static final Map<String, List<String>> OPTIONAL_LIBRARIES =
      Map.of(
          "io.micrometer", List.of("*.micrometer"),
          "com.github.luben", List.of("chunking.spec.internal.codec.zstd", "parquet.internal"),
          "net.jpountz", List.of("chunking.spec.internal.codec.lz4"),
          "io.airlift", List.of("chunking.spec.internal.codec.air"),
          "org.apache.parquet", List.of("parquet.internal"));

  private Arrows() {}

  static ArchRule betweenModules(PackageTree house) {
    return classes()
        .should(must("be in a known module", type -> isKnown(house.module(type))))
        .andShould(
            dependOnlyWhere(
                house,
                "depend only on the modules that theirs may see",
                (from, to) -> mayBeSeen(house.module(from), house.module(to))))
        .because("features stack through the SDK's interfaces and never see each other");
  }

  static ArchRule betweenRooms(PackageTree house) {
    return classes()
        .that(areInAFeature(house))
        .should(must("be in a room of their feature", type -> rank(house.room(type)) >= 0))
        .andShould(
            dependOnlyWhere(
                house,
                "import only to the left:"
                    + " spec <- planning <- internal <- internal.shell <- root package",
                (from, to) -> isToTheLeft(house, from, to)))
        .because(
            "who reads spec knows what can be asked, who reads internal knows what will happen");
  }

  static ArchRule intoInternals(PackageTree house) {
    return classes()
        .should(
            dependOnlyWhere(
                house,
                "see no internal package of another module but the foundation's",
                (from, to) -> !house.isInternal(to) || isOwn(house, from, to)))
        .because("internal packages change without notice");
  }

  /** Internal types of the foundation are shared by Evenkeel's own modules. */
  private static boolean isOwn(PackageTree house, JavaClass from, JavaClass to) {
    return FOUNDATION.contains(house.module(to)) || house.module(from).equals(house.module(to));
  }

  static ArchRule intoOptionalLibraries(PackageTree house) {
    return CompositeArchRule.of(
            OPTIONAL_LIBRARIES.entrySet().stream()
                .map(library -> intoOptionalLibrary(house, library.getKey(), library.getValue()))
                .toList())
        .and(intoTheEnhancedClient(house))
        .and(intoJUnit(house));
  }

  /** An ordinary dependency of the testkit alone. */
  private static ArchRule intoJUnit(PackageTree house) {
    return noClasses()
        .that()
        .resideInAPackage(house.base() + ".simulator..")
        .and()
        .resideOutsideOfPackage(house.base() + ".simulator.junit..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.junit..")
        .because("who simulates without tests need not have JUnit");
  }

  /** Optional for the core alone: it is an ordinary dependency of the features that use it. */
  private static ArchRule intoTheEnhancedClient(PackageTree house) {
    return noClasses()
        .that()
        .resideInAPackage(house.base() + ".core..")
        .and()
        .resideOutsideOfPackage(house.base() + ".core.internal.mapping..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("software.amazon.awssdk.enhanced..")
        .because("who has no entities need not have the Enhanced Client");
  }

  private static ArchRule intoOptionalLibrary(
      PackageTree house, String library, List<String> rooms) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(
            rooms.stream().map(room -> house.base() + "." + room + "..").toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library + "..")
        .because("the library is optional: whoever does not use it need not have it");
  }

  static ArchRule withoutCycles(PackageTree house) {
    return slices().matching(house.base() + ".(**)").should().beFreeOfCycles();
  }

  /**
   * The modules that each of some modules may see; a module at the end of the arrows sees all
   * libraries.
   */
  static Map<String, Set<String>> of(Collection<String> modules) {
    Map<String, Set<String>> arrows = new TreeMap<>();
    for (String module : modules) {
      Set<String> seen = new TreeSet<>(modules);
      seen.removeIf(to -> to.equals(module) || !mayBeSeen(module, to));
      arrows.put(module, seen);
    }
    return arrows;
  }

  /** The libraries among the modules. */
  static Set<String> libraries(Collection<String> modules) {
    Set<String> libraries = new TreeSet<>(modules);
    libraries.retainAll(LIBRARIES.keySet());
    return libraries;
  }

  private static boolean isKnown(String module) {
    return LIBRARIES.containsKey(module) || ENDS.contains(module);
  }

  private static boolean mayBeSeen(String from, String to) {
    return from.equals(to)
        || (ENDS.contains(from)
            ? LIBRARIES.containsKey(to)
            : LIBRARIES.getOrDefault(from, Set.of()).contains(to));
  }

  private static boolean isToTheLeft(PackageTree house, JavaClass from, JavaClass to) {
    return !house.module(from).equals(house.module(to))
        || rank(house.room(to)) <= rank(house.room(from));
  }

  /** Whether a room decides what will happen and does no I/O: all internal ones but the shell. */
  static boolean isPure(String room) {
    return isWithin("planning", room) || (isWithin("internal", room) && !isWithin(SHELL, room));
  }

  private static boolean isWithin(String outer, String room) {
    return (room + ".").startsWith(outer + ".");
  }

  /** The place of a package in {@link #ROOMS}; -1 if it is in none of them. */
  private static int rank(String room) {
    if (isWithin(SHELL, room)) {
      return ROOMS.indexOf("shell");
    }
    for (int i = 0; i < ROOMS.size() - 1; i++) {
      if (isWithin(ROOMS.get(i), room)) {
        return i;
      }
    }
    return ROOMS.indexOf(ROOTS.contains(room) ? "" : room);
  }

  private static DescribedPredicate<JavaClass> areInAFeature(PackageTree house) {
    return DescribedPredicate.describe("are in a feature", type -> isAFeature(house.module(type)));
  }

  static boolean isAFeature(String module) {
    return FEATURES.contains(module);
  }

  private static ArchCondition<JavaClass> dependOnlyWhere(
      PackageTree house, String description, BiPredicate<JavaClass, JavaClass> allowed) {
    return new ArchCondition<>(description) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          JavaClass target = dependency.getTargetClass();
          if (house.holds(target) && !allowed.test(type, target)) {
            events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
          }
        }
      }
    };
  }
}
