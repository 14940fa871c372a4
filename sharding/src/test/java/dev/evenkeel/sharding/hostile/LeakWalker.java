package dev.evenkeel.sharding.hostile;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Looks for physical keys in whatever a caller can reach from an answer or an exception. */
final class LeakWalker {
  private final PhysicalFixture fixture;
  private final List<String> texts;
  private final List<String> found = new ArrayList<>();
  private final Set<Object> entered = Collections.newSetFromMap(new IdentityHashMap<>());

  private LeakWalker(PhysicalFixture fixture) {
    this.fixture = fixture;
    this.texts = fixture.physicalTexts();
  }

  /** Where something physical shows. */
  static List<String> leaks(PhysicalFixture fixture, Object given) {
    LeakWalker walker = new LeakWalker(fixture);
    walker.walk(given.getClass().getSimpleName(), given);
    return walker.found;
  }

  private void walk(String path, Object value) {
    if (value == null) {
      return;
    }
    if (value instanceof String text) {
      texts.stream().filter(text::contains).forEach(one -> found.add(path + " = " + text));
    } else if (value instanceof SdkBytes bytes) {
      walk(path, new String(bytes.asByteArray(), StandardCharsets.UTF_8));
      walk(path, bytes.toString());
    } else if (value instanceof Iterable<?> list) {
      list.forEach(one -> walk(path + "[]", one));
    } else if (value instanceof Map<?, ?> map) {
      walkMap(path, map);
    } else if (entered.add(value)) {
      walkObject(path, value);
    }
  }

  private void walkMap(String path, Map<?, ?> map) {
    if (map.get("pk") instanceof AttributeValue key && !key.equals(fixture.logical())) {
      found.add(path + ".pk = " + key);
    }
    map.forEach(
        (name, value) -> {
          walk(path + " key", name);
          walk(path + "." + name, value);
        });
  }

  private void walkObject(String path, Object value) {
    if (value instanceof SdkPojo structure) {
      walk(path + ".toString", structure.toString());
      structure
          .sdkFields()
          .forEach(
              field -> walk(path + "." + field.memberName(), field.getValueOrDefault(structure)));
    }
    if (value instanceof AttributeDefinition definition
        && definition.attributeName().equals("pk")
        && definition.attributeType() != fixture.spec().partitionType()) {
      found.add(path + " = " + definition);
    }
    if (value instanceof Throwable failure) {
      walkFailure(path, failure);
    }
    if (value instanceof Throwable || value instanceof AwsErrorDetails) {
      getters(path, value);
    }
  }

  private void walkFailure(String path, Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    walk(path + ".stackTrace", trace.toString());
    walk(path + ".cause", failure.getCause());
    for (Throwable suppressed : failure.getSuppressed()) {
      walk(path + ".suppressed", suppressed);
    }
  }

  /** Follows all getters for texts, bytes and error details. */
  private void getters(String path, Object value) {
    for (Method method : value.getClass().getMethods()) {
      Class<?> type = method.getReturnType();
      boolean tells =
          type == String.class || type == SdkBytes.class || type == AwsErrorDetails.class;
      if (method.getParameterCount() == 0 && tells && method.trySetAccessible()) {
        try {
          walk(path + "." + method.getName(), method.invoke(value));
        } catch (ReflectiveOperationException e) {
          throw new LinkageError(e.getMessage(), e);
        }
      }
    }
  }
}
