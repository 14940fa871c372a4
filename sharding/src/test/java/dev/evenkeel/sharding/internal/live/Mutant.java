package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.testkit.mutant.MutatedClass;
import dev.evenkeel.testkit.mutant.MutatedClass.Edit;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A mistake in one source file of the protocol. The model runs on the class that comes out, in a
 * class loader of its own. Only {@link LeaseAttribute} is shared, since a JVM makes it once.
 *
 * @param script the script that shows the mistake
 * @param type the class that is changed, with its package unless that is this one
 */
record Mutant(String name, String script, String type, List<Edit> edits) {
  private static final String MODULE = "dev.evenkeel.sharding.";
  private static final Path SOURCES = Path.of("src/main/java/dev/evenkeel/sharding/internal");

  /** What the script finds wrong; empty if nothing. */
  String found() {
    return found(ScriptRun.class);
  }

  /**
   * The same.
   *
   * @param model that runs the script
   */
  @SuppressWarnings("unchecked") // it is one, whoever has loaded it
  String found(Class<? extends Function<String, String>> model) {
    return ((Function<String, String>)
            mutated().instance(model, MODULE, Set.of(LeaseAttribute.class.getName())))
        .apply(script);
  }

  /** The source of the class with the mistake. */
  String source() {
    return mutated().text();
  }

  private MutatedClass mutated() {
    String file = (type.contains("/") ? type : "live/" + type) + ".java";
    return new MutatedClass(SOURCES.resolve(file), edits);
  }

  @Override
  public String toString() {
    return name;
  }
}
