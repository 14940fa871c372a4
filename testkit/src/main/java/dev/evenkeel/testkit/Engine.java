package dev.evenkeel.testkit;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where DynamoDB Local runs: the same server either way, so the same tests pass on both. */
public enum Engine {
  /** In this JVM, from the Maven artifact: about a second for the first server, then 25 ms. */
  IN_PROCESS,
  /**
   * In a container, through Testcontainers, which the caller must have on the class path. The image
   * is {@code amazon/dynamodb-local} unless {@code EVENKEEL_DYNAMODB_IMAGE} names another.
   */
  CONTAINER;

  /**
   * The environment variable that chooses: {@code in-process} (the default) or {@code container}.
   */
  public static final String VARIABLE = "EVENKEEL_DYNAMODB";

  /**
   * The engine that the environment asks for.
   *
   * @throws IllegalArgumentException if {@code EVENKEEL_DYNAMODB} holds a word that is no engine
   */
  public static Engine fromEnvironment() {
    return parse(System.getenv(VARIABLE));
  }

  static Engine parse(@Nullable String word) {
    if (word == null || word.isBlank()) {
      return IN_PROCESS;
    }
    return switch (word.strip().toLowerCase(Locale.ROOT)) {
      case "in-process" -> IN_PROCESS;
      case "container" -> CONTAINER;
      default ->
          throw new IllegalArgumentException(
              VARIABLE
                  + " is '"
                  + word
                  + "', which is no engine. Set it to 'in-process' or 'container', or unset it.");
    };
  }
}
