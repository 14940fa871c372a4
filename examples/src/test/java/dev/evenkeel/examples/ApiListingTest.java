package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.examples.listed.Duration;
import dev.evenkeel.examples.listed.Sample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApiListingTest {

  private static final List<Class<?>> SAMPLES =
      List.of(
          Sample.Shape.Line.class,
          Sample.Shape.Dot.class,
          Sample.Shape.class,
          Sample.class,
          Duration.class);

  @Test
  void of_sampleTypes_listsWhatOthersCanUse() {
    assertThat(ApiListing.of("Samples", SAMPLES).text())
        .isEqualTo(
            """
            # Samples

            package dev.evenkeel.examples.listed

            interface Duration
              java.time.Duration exact()
              default dev.evenkeel.examples.listed.Duration rounded()

            abstract class Sample<T extends Comparable<T>> extends Inherited implements AutoCloseable
              static final int LIMIT
              protected @Nullable String name
              protected new Sample(int)
              abstract List<? extends T> all()
              byte @Nullable [] bytes()
              final void close()
              static <K> Map.Entry<K, @Nullable String> entry(K, String...) throws IOException
              void inherited()

            sealed interface Sample.Shape permits Sample.Shape.Dot, Sample.Shape.Line

            record Sample.Shape.Dot(int x, @Nullable String text) implements Sample.Shape
              new Sample.Shape.Dot(int)
              int twice()

            enum Sample.Shape.Line implements Sample.Shape
              constant THICK
              constant THIN
            """);
  }

  @Test
  void of_typesOthersCannotName_leavesThemOut() throws ClassNotFoundException {
    Class<?> hidden = Class.forName(Sample.class.getName() + "$Hidden");
    Class<?> inherited = Class.forName(Sample.class.getPackageName() + ".Inherited");

    assertThat(ApiListing.of("Nothing", List.of(hidden, inherited)).lines())
        .containsExactly("# Nothing");
  }

  @Test
  void changesTo_oneMemberLessAndOneTypeMore_namesBoth() {
    ApiListing listed = listing("class A", "  void gone()", "  void kept()");
    ApiListing built = listing("class A", "  void kept()", "", "enum B", "  constant C");

    assertThat(listed.changesTo(built))
        .containsExactly("- p.A: void gone()", "+ p: enum B", "+ p.B: constant C");
  }

  @Test
  void changesTo_theSameMemberOfAnotherType_isAChange() {
    ApiListing listed = listing("class A", "  void m()", "", "class B");
    ApiListing built = listing("class A", "", "class B", "  void m()");

    assertThat(listed.changesTo(built)).containsExactly("- p.A: void m()", "+ p.B: void m()");
  }

  @Test
  void changesTo_anotherHeaderOfAType_leavesItsMembersAlone() {
    ApiListing listed = listing("final class A", "  void m()");
    ApiListing built = listing("class A<T>", "  void m()");

    assertThat(listed.changesTo(built)).containsExactly("- p: final class A", "+ p: class A<T>");
  }

  private static ApiListing listing(String... types) {
    List<String> lines = new ArrayList<>(List.of("# Listing", "", "package p", ""));
    lines.addAll(List.of(types));
    return new ApiListing(lines);
  }
}
