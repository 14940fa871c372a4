package dev.evenkeel.examples.visits;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The source files of Evenkeel that a call runs through, counted by JaCoCo's probes: a file counts
 * if at least one statement of it ran. Code before the call, such as building clients and the
 * loading of classes by a first call, does not count.
 */
public final class VisitedFiles {
  private static final String OURS = "dev.evenkeel.";

  private VisitedFiles() {}

  /**
   * Runs a visit on classes of its own.
   *
   * @param visit makes what it needs and returns the call
   */
  public static Set<String> of(
      Class<? extends Function<DynamoDbClient, Runnable>> visit, DynamoDbClient client) {
    try {
      LoggerRuntime runtime = new LoggerRuntime();
      RuntimeData data = new RuntimeData();
      runtime.startup(data);
      try {
        Runnable call = prepared(new Probed(new Instrumenter(runtime)), visit, client);
        call.run();
        data.reset();
        call.run();
        return files(data);
      } finally {
        runtime.shutdown();
      }
    } catch (Exception e) {
      throw new IllegalStateException(visit.getSimpleName(), e);
    }
  }

  @SuppressWarnings("unchecked") // the same class, loaded again
  private static Runnable prepared(ClassLoader loader, Class<?> visit, DynamoDbClient client)
      throws ReflectiveOperationException {
    var constructor = loader.loadClass(visit.getName()).getDeclaredConstructor();
    constructor.setAccessible(true);
    return ((Function<DynamoDbClient, Runnable>) constructor.newInstance()).apply(client);
  }

  private static Set<String> files(RuntimeData data) {
    ExecutionDataStore store = new ExecutionDataStore();
    data.collect(store, new SessionInfoStore(), false);
    Set<String> files = new TreeSet<>();
    for (ExecutionData ran : store.getContents()) {
      String type = ran.getName().replaceAll("\\$.*", "").replace('/', '.');
      if (ran.hasHits() && !type.startsWith("dev.evenkeel.examples.")) {
        files.add(type);
      }
    }
    return files;
  }

  /** Loads the production classes anew, with probes. */
  private static final class Probed extends ClassLoader {
    private final Instrumenter instrumenter;

    Probed(Instrumenter instrumenter) {
      super(VisitedFiles.class.getClassLoader());
      this.instrumenter = instrumenter;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(OURS) || name.startsWith(OURS + "testkit.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream stream = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] probed = instrumenter.instrument(requireNonNull(stream, name), name);
        return defineClass(name, probed, 0, probed.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
