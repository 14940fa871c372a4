package dev.evenkeel.chunking.spec.children;

import java.beans.Introspector;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbIgnore;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A property of a class, as its accessors show it. The SDK leaves properties with {@code
 * DynamoDbIgnore} out of the schema, so that their annotations are not in its metadata.
 */
final class AnnotatedProperty {
  private final Class<?> owner;
  private final String name;
  private final List<Method> accessors;

  private AnnotatedProperty(Class<?> owner, String name, List<Method> accessors) {
    this.owner = owner;
    this.name = name;
    this.accessors = accessors;
  }

  static AnnotatedProperty of(Class<?> owner, String name) {
    List<Method> accessors =
        Stream.<Class<?>>iterate(owner, type -> type != null, Class::getSuperclass)
            .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
            .filter(method -> !method.isSynthetic() && !Modifier.isStatic(method.getModifiers()))
            .filter(method -> name.equals(property(method)))
            .toList();
    return new AnnotatedProperty(owner, name, accessors);
  }

  /** Getters and setters of beans, and the accessors of immutables, with or without a prefix. */
  private static String property(Method method) {
    String name = method.getName();
    for (String prefix : List.of("get", "set", "is")) {
      if (name.startsWith(prefix)
          && name.length() > prefix.length()
          && Character.isUpperCase(name.charAt(prefix.length()))) {
        return Introspector.decapitalize(name.substring(prefix.length()));
      }
    }
    return name;
  }

  /** The annotation; null if there is none, or several. */
  @Nullable OneToMany annotation() {
    List<OneToMany> found = annotations();
    return found.size() == 1 ? found.get(0) : null;
  }

  private List<OneToMany> annotations() {
    return accessors.stream()
        .map(accessor -> accessor.getAnnotation(OneToMany.class))
        .filter(annotation -> annotation != null)
        .toList();
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    int count = annotations().size();
    if (count == 0) {
      problems.add("no getter or setter of that name carries @OneToMany");
      return problems;
    }
    if (count > 1) {
      problems.add("it carries @OneToMany twice: leave one out, of the getter or the setter");
    }
    if (accessors.stream()
        .noneMatch(accessor -> accessor.isAnnotationPresent(DynamoDbIgnore.class))) {
      problems.add(
          "it would be written as an attribute of the item: put @DynamoDbIgnore beside @OneToMany");
    }
    if (elementType() == null) {
      problems.add(
          "it is no collection of texts, numbers or binaries, so that the type of the element is not known");
    }
    return problems;
  }

  /** The type of the elements; null if it is not known. */
  @Nullable ScalarAttributeType elementType() {
    return accessors.stream()
        .map(AnnotatedProperty::valueType)
        .filter(type -> type instanceof ParameterizedType)
        .map(ParameterizedType.class::cast)
        .filter(type -> Collection.class.isAssignableFrom((Class<?>) type.getRawType()))
        .map(type -> scalar(type.getActualTypeArguments()[0]))
        .filter(type -> type != null)
        .findFirst()
        .orElse(null);
  }

  private static Type valueType(Method accessor) {
    Type[] parameters = accessor.getGenericParameterTypes();
    return parameters.length == 1 ? parameters[0] : accessor.getGenericReturnType();
  }

  private static @Nullable ScalarAttributeType scalar(Type element) {
    if (!(element instanceof Class<?> type)) {
      return null;
    }
    if (type == String.class) {
      return ScalarAttributeType.S;
    }
    if (Number.class.isAssignableFrom(type)) {
      return ScalarAttributeType.N;
    }
    return type == SdkBytes.class || type == ByteBuffer.class || type == byte[].class
        ? ScalarAttributeType.B
        : null;
  }

  IllegalArgumentException refusal(String text, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "Class %s, property '%s': %s".formatted(owner.getName(), name, text), cause);
  }
}
