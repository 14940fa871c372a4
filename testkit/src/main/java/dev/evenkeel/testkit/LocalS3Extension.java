package dev.evenkeel.testkit;

import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Gives tests a {@link LocalS3}, an {@link S3Client} or an {@link S3AsyncClient} as a parameter of
 * constructors, test methods and lifecycle methods.
 *
 * <p>One server per JVM and engine or storage serves all test classes and is stopped after the last
 * of them. Each top-level test class (its nested classes included) has one {@code LocalS3}, whose
 * buckets are deleted after the class, and one client of each kind, closed after the class. Classes
 * are kept apart by buckets of their own ({@link LocalS3#newBucket()}), though all see all buckets.
 * Classes may run in parallel.
 *
 * <p>If the engine that is asked for is not there, the tests are skipped with the reason.
 */
public final class LocalS3Extension extends LocalServerExtension<LocalS3> {
  /** For {@code @ExtendWith}: the engine that the environment asks for. */
  public LocalS3Extension() {
    this(Engine.s3FromEnvironment());
  }

  /** For {@code @RegisterExtension static}: the given engine, whatever the environment says. */
  public LocalS3Extension(Engine engine) {
    this(engine, () -> LocalS3.start(engine));
  }

  /** For {@code @RegisterExtension static}: in this JVM, over the given storage. */
  public LocalS3Extension(S3Storage storage) {
    this(storage, () -> LocalS3.start(storage));
  }

  private LocalS3Extension(Object kind, Supplier<LocalS3> start) {
    super(
        LocalS3.class,
        kind,
        start,
        LocalS3::isolated,
        server -> "S3Proxy runs at " + server.endpoint(),
        Map.of(
            LocalS3.class, local -> local,
            S3Client.class, LocalS3::client,
            S3AsyncClient.class, LocalS3::asyncClient));
  }
}
