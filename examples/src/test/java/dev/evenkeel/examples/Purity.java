package dev.evenkeel.examples;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.RandomAccessFile;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.core.SdkClient;

/**
 * The types that plans and planners may not use: clients, clocks, threads, chance, futures, files
 * and the network.
 */
final class Purity {

  private static final List<Class<?>> IMPURE_TYPES =
      List.of(
          SdkClient.class,
          SyncRunner.class,
          AsyncRunner.class,
          Sender.class,
          DynamoDbCalls.class,
          Clock.class,
          InstantSource.class,
          Timer.class,
          Thread.class,
          Executor.class,
          Future.class,
          CompletionStage.class,
          RandomGenerator.class,
          File.class,
          FileInputStream.class,
          FileOutputStream.class,
          FileReader.class,
          FileWriter.class,
          RandomAccessFile.class);

  private static final List<String> IMPURE_PACKAGES =
      List.of(
          DelegatingDynamoDbClient.class.getPackageName(),
          "java.net",
          "java.nio.channels",
          "java.nio.file");

  /** Methods of types that are harmless otherwise. */
  private static final Map<String, Set<String>> IMPURE_METHODS =
      Map.of(
          System.class.getName(), Set.of("nanoTime", "currentTimeMillis"),
          UUID.class.getName(), Set.of("randomUUID"),
          Math.class.getName(), Set.of("random"));

  private Purity() {}

  static ArchRule ofPlans(PackageTree house) {
    return noClasses()
        .that(describe("decide what will happen", type -> isPure(house, type)))
        .should()
        .dependOnClassesThat(describe("are impure", Purity::isImpure))
        .orShould()
        .accessTargetWhere(describe("an impure method is used", Purity::isImpure))
        .because("a plan says what will happen and does nothing; its tests need no time or thread");
  }

  private static boolean isPure(PackageTree house, JavaClass type) {
    return Arrows.isAFeature(house.module(type)) && Arrows.isPure(house.room(type));
  }

  private static boolean isImpure(JavaClass type) {
    JavaClass element = type.getBaseComponentType();
    return IMPURE_TYPES.stream().anyMatch(element::isAssignableTo)
        || IMPURE_PACKAGES.stream().anyMatch(name -> isIn(name, element));
  }

  private static boolean isIn(String packageName, JavaClass type) {
    return (type.getPackageName() + ".").startsWith(packageName + ".");
  }

  /** A method called or referred to; every {@code now()} of java.time reads a clock. */
  private static boolean isImpure(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String method = access.getTarget().getName();
    return IMPURE_METHODS.getOrDefault(owner, Set.of()).contains(method)
        || (owner.startsWith("java.time.") && method.equals("now"));
  }
}
