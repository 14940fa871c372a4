package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.DecoratorException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A large value cannot be written, or what is stored of it cannot be read. The message never
 * repeats any of it.
 *
 * <p>It names the table and the attribute as far as they were known: what works on bytes alone does
 * not know them, and who does adds them with {@link #at}.
 */
public abstract class LargeValueException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String problem;
  private final @Nullable String table;
  private final @Nullable String attribute;

  LargeValueException(String problem, @Nullable Throwable cause) {
    super(problem, cause);
    this.problem = problem;
    this.table = null;
    this.attribute = null;
  }

  /** The same failure with its place. */
  LargeValueException(LargeValueException failure, String table, String attribute) {
    super(
        "Attribute '%s' of table '%s': %s".formatted(attribute, table, failure.problem),
        failure.getCause());
    this.problem = failure.problem;
    this.table = table;
    this.attribute = attribute;
    setStackTrace(failure.getStackTrace());
    Arrays.stream(failure.getSuppressed()).forEach(this::addSuppressed);
  }

  /** What is wrong, and what to do; without the place. */
  public final String problem() {
    return problem;
  }

  /** The table as its client calls it; null if not known. */
  public final @Nullable String table() {
    return table;
  }

  /** The attribute that holds the value, or should; null if not known. */
  public final @Nullable String attribute() {
    return attribute;
  }

  /** This failure, of the same class and with the same stack trace, and with the place added. */
  public abstract LargeValueException at(String table, String attribute);
}
