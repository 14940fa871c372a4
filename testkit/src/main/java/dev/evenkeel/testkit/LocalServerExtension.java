package dev.evenkeel.testkit;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The common part of the extensions: one server per JVM and kind, a view of it per top-level test
 * class, and what is made of the view as parameters.
 *
 * @param <L> the server as tests see it
 */
abstract sealed class LocalServerExtension<L extends AutoCloseable>
    implements ExecutionCondition, BeforeEachCallback, ParameterResolver
    permits LocalDynamoDbExtension, LocalS3Extension {
  private final Namespace namespace = Namespace.create(getClass());
  private final Class<L> type;
  private final Object kind;
  private final Supplier<L> start;
  private final UnaryOperator<L> isolated;
  private final Function<L, String> description;
  private final Map<Class<?>, Function<L, Object>> parameters;

  /**
   * @param kind servers of different kinds are not shared
   * @param isolated a view of a server
   * @param description where a server runs, in words
   * @param parameters the parameter types of tests, and how each is made
   */
  LocalServerExtension(
      Class<L> type,
      Object kind,
      Supplier<L> start,
      UnaryOperator<L> isolated,
      Function<L, String> description,
      Map<Class<?>, Function<L, Object>> parameters) {
    this.type = type;
    this.kind = kind;
    this.start = start;
    this.isolated = isolated;
    this.description = description;
    this.parameters = parameters;
  }

  /**
   * Skips what asks for an engine that is not there. A condition and not a callback: build tools
   * report a disabled class as skipped, with the reason, and lose one that aborts.
   */
  @Override
  public final ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    try {
      return ConditionEvaluationResult.enabled(description.apply(server(context)));
    } catch (EngineUnavailableException e) {
      return ConditionEvaluationResult.disabled(e.getMessage());
    }
  }

  /** Conditions do not see an extension on an instance field: there the test aborts here. */
  @Override
  public final void beforeEach(ExtensionContext context) {
    server(context);
  }

  @Override
  public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameters.containsKey(parameter.getParameter().getType());
  }

  @Override
  public final Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> wanted = parameter.getParameter().getType();
    Function<L, Object> make = Objects.requireNonNull(parameters.get(wanted));
    L view = viewOfClass(context);
    return kept(ofClass(context), key(wanted), () -> make.apply(view));
  }

  private L viewOfClass(ExtensionContext context) {
    L server = server(context);
    return type.cast(kept(ofClass(context), key(type), () -> isolated.apply(server)));
  }

  private L server(ExtensionContext context) {
    Object outcome = kept(context.getRoot().getStore(namespace), kind, this::startOrFailure);
    if (outcome instanceof RuntimeException failure) {
      throw failure;
    }
    return type.cast(outcome);
  }

  /** A failure is kept like a server: finding out again for every class may take minutes. */
  private Object startOrFailure() {
    try {
      return start.get();
    } catch (RuntimeException e) {
      return e;
    }
  }

  private static Object kept(ExtensionContext.Store store, Object key, Supplier<Object> make) {
    return store.getOrComputeIfAbsent(key, ignored -> new Kept(make.get()), Kept.class).value();
  }

  private String key(Class<?> wanted) {
    return kind + " " + wanted.getName();
  }

  /** The store of the top-level test class: what is put there is closed after the class. */
  private ExtensionContext.Store ofClass(ExtensionContext context) {
    ExtensionContext found = context;
    while (found.getParent().flatMap(ExtensionContext::getTestClass).isPresent()) {
      found = found.getParent().orElseThrow();
    }
    return found.getStore(namespace);
  }

  /** Closed with its store: JUnit closes an {@link AutoCloseable} itself from 5.13 on only. */
  @SuppressWarnings({"deprecation", "try"}) // what older ones close; fails as what it holds does
  private record Kept(Object value)
      implements AutoCloseable, ExtensionContext.Store.CloseableResource {
    @Override
    public void close() throws Exception {
      if (value instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }
}
