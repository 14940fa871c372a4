package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.DecoratorException;
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

  DecoratorException unreadable(String why) {
    return new DecoratorException(
        "A row of pass '%s' in the control table cannot be read: %s. Go on with the version of Evenkeel that has begun the pass, until it is done. A sweep, an archive or advice may begin anew under another job name."
            .formatted(job, why));
  }
}
