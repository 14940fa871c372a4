package dev.evenkeel.core.internal.operation;

import dev.evenkeel.core.client.SdkOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.utils.builder.SdkBuilder;

/**
 * Requests of every type in which every text member is set to its own path, such as {@code
 * TransactItems/Put/TableName}; map keys are paths ending in {@code *}.
 */
final class FilledRequests {
  /** The last part of every path set so far: the names of all members of all requests. */
  final TreeSet<String> members = new TreeSet<>();

  /** The paths of all texts of the request being filled. */
  final List<String> texts = new ArrayList<>();

  static Stream<Class<?>> types() {
    return SdkOperations.methodsOf(DynamoDbClient.class).stream()
        .map(method -> method.getParameterTypes()[0]);
  }

  DynamoDbRequest fill(Class<?> type) {
    texts.clear();
    try {
      return (DynamoDbRequest) filled((SdkPojo) type.getMethod("builder").invoke(null), "");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Object filled(SdkPojo builder, String path) {
    for (SdkField<?> field : builder.sdkFields()) {
      members.add(field.memberName());
      Object value = valueOf(field, path + "/" + field.memberName());
      if (value != null) {
        field.set(builder, value);
      }
    }
    return ((SdkBuilder<?, ?>) builder).build();
  }

  private @Nullable Object valueOf(SdkField<?> field, String path) {
    MarshallingType<?> type = field.marshallingType();
    if (type == MarshallingType.STRING) {
      return text(path);
    } else if (type == MarshallingType.SDK_POJO) {
      return structure(field, path);
    } else if (type == MarshallingType.LIST) {
      return collect(field.getTrait(ListTrait.class).memberFieldInfo(), path, List::of);
    } else if (type == MarshallingType.MAP) {
      return collect(
          field.getTrait(MapTrait.class).valueFieldInfo(),
          path,
          value -> Map.of(text(path + "*"), value));
    }
    return null;
  }

  private @Nullable Object structure(SdkField<?> field, String path) {
    SdkPojo builder = field.constructor().get();
    return builder instanceof AttributeValue.Builder
        ? AttributeValue.fromS("item text")
        : filled(builder, path);
  }

  private @Nullable Object collect(
      SdkField<?> element, String path, Function<Object, Object> collection) {
    Object value = valueOf(element, path);
    return value == null ? null : collection.apply(value);
  }

  private String text(String path) {
    texts.add(path);
    return path;
  }
}
