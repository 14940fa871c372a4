package dev.evenkeel.simulator.junit;

import dev.evenkeel.simulator.spec.PartitionLoad;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * What may be hot in a test and what has to be, by the annotations at it, its class, and the
 * classes around that.
 *
 * @param allowed the names of each annotation that allows it; all if there are none
 * @param expected the names of each that expects it; any if there are none
 */
record Expectations(List<Set<String>> allowed, List<Set<String>> expected) {

  /**
   * @param always what may be hot in every test
   */
  static Expectations of(ExtensionContext test, Set<String> always) {
    List<Set<String>> allowed = names(test, AllowHotPartitions.class, AllowHotPartitions::value);
    if (!always.isEmpty()) {
      allowed.add(always);
    }
    return new Expectations(
        allowed, names(test, ExpectHotPartitions.class, ExpectHotPartitions::value));
  }

  private static <A extends Annotation> List<Set<String>> names(
      ExtensionContext test, Class<A> type, Function<A, String[]> names) {
    List<Set<String>> all = new ArrayList<>();
    for (ExtensionContext context = test;
        context != null;
        context = context.getParent().orElse(null)) {
      AnnotationSupport.findAnnotation(context.getElement(), type)
          .ifPresent(said -> all.add(Set.copyOf(List.of(names.apply(said)))));
    }
    return all;
  }

  /** Whether a test may pass with it. */
  boolean cover(PartitionLoad load) {
    return cover(allowed, load) || cover(expected, load);
  }

  private static boolean cover(List<Set<String>> said, PartitionLoad load) {
    return said.stream().anyMatch(names -> names.isEmpty() || names.contains(load.resource()));
  }

  /** What was to be hot and is not, in words; empty if all of it is. */
  List<String> missed(List<PartitionLoad> hot) {
    List<String> missed = new ArrayList<>();
    for (Set<String> names : expected) {
      if (names.isEmpty() && hot.isEmpty()) {
        missed.add("any table or index");
      }
      names.stream()
          .sorted()
          .filter(name -> hot.stream().noneMatch(load -> load.resource().equals(name)))
          .forEach(missed::add);
    }
    return missed;
  }
}
