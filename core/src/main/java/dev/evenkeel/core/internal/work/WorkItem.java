package dev.evenkeel.core.internal.work;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A row as it is stored.
 *
 * @param job for messages
 */
record WorkItem(String job, Map<String, AttributeValue> attributes) {

  @Nullable AttributeValue value(String name) {
    return attributes.get(name);
  }

  private AttributeValue known(String name) {
    AttributeValue value = value(name);
    if (value == null) {
      throw unreadable("it lacks '%s'".formatted(name));
    }
    return value;
  }

  long number(String name) {
    String digits = known(name).n();
    if (digits == null || !digits.matches("0|[1-9][0-9]{0,17}")) {
      throw unreadable("its '%s' is no whole number".formatted(name));
    }
    return Long.parseLong(digits);
  }

  double real(String name, double otherwise) {
    AttributeValue value = value(name);
    if (value == null) {
      return otherwise;
    }
    if (value.n() == null) {
      throw unreadable("its '%s' is no number".formatted(name));
    }
    return Double.parseDouble(value.n());
  }

  String text(String name) {
    String text = known(name).s();
    if (text == null) {
      throw unreadable("its '%s' is no text".formatted(name));
    }
    return text;
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(known(name).bool());
  }

  IllegalStateException unreadable(String why) {
    return new IllegalStateException(
        "A row of job '%s' in the control table cannot be read: %s. Use the version of Evenkeel that wrote it, or begin the job anew."
            .formatted(job, why));
  }
}
