package dev.evenkeel.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A property, or a bean in its place, that Evenkeel cannot work with. */
final class SettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String property;

  SettingException(Setting setting, String reason, @Nullable Throwable cause) {
    super("Property '%s' cannot be used: %s".formatted(setting.name(), reason), cause);
    this.property = setting.name();
  }

  /** Has Spring Boot print the message instead of a stack of failed beans. */
  static final class Analyzer extends AbstractFailureAnalyzer<SettingException> {
    @Override
    protected FailureAnalysis analyze(Throwable root, SettingException cause) {
      return new FailureAnalysis(
          String.valueOf(cause.getMessage()),
          "Change '%s'; docs/spring.md of Evenkeel has all properties.".formatted(cause.property),
          cause);
    }
  }
}
