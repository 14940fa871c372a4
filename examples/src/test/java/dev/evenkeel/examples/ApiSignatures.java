package dev.evenkeel.examples;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The public signatures of a type: a line for the type and one for each member, with full names of
 * types.
 */
final class ApiSignatures {

  private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");
  private static final Set<String> OF_EVERY_ENUM = Set.of("values", "valueOf");

  private ApiSignatures() {}

  /** Whether code outside the type's package can name it. */
  static boolean isVisible(Class<?> type) {
    Class<?> around = type.getEnclosingClass();
    return isOpen(type.getModifiers()) && (around == null || isVisible(around));
  }

  static String nameInPackage(Class<?> type) {
    return type.getTypeName().substring(type.getPackageName().length() + 1).replace('$', '.');
  }

  static String header(Class<?> type) {
    return plain(
        modifiers(type)
            + kind(type)
            + " "
            + nameInPackage(type)
            + variables(type)
            + (type.isRecord() ? components(type) : "")
            + parents(type)
            + permitted(type));
  }

  /** Fields, then constructors, then methods, each in alphabetical order. */
  static List<String> members(Class<?> type) {
    Stream<String> fields =
        layers(type)
            .flatMap(layer -> Arrays.stream(layer.getDeclaredFields()))
            .filter(field -> isPromised(type, field))
            .sorted(
                Comparator.comparing(Field::isEnumConstant)
                    .reversed()
                    .thenComparing(Field::getName))
            .map(ApiSignatures::text);
    Stream<String> constructors =
        Arrays.stream(type.getDeclaredConstructors())
            .filter(constructor -> isPromised(type, constructor))
            .map(ApiSignatures::text)
            .sorted();
    Stream<String> methods =
        layers(type)
            .flatMap(layer -> Arrays.stream(layer.getDeclaredMethods()))
            .filter(method -> isPromised(type, method))
            .sorted(Comparator.comparing(Method::getName).thenComparing(ApiSignatures::text))
            .map(ApiSignatures::text);
    return Stream.of(fields, constructors, methods)
        .flatMap(part -> part)
        .map(ApiSignatures::plain)
        .distinct()
        .toList();
  }

  /** The type and what it inherits from types that cannot be named, which is its own to callers. */
  private static Stream<Class<?>> layers(Class<?> type) {
    Stream<Class<?>> parents =
        Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()));
    return Stream.concat(
        Stream.of(type),
        parents.filter(parent -> !isVisible(parent)).flatMap(ApiSignatures::layers));
  }

  private static boolean isPromised(Class<?> type, Member member) {
    if (member.isSynthetic() || !isOpen(member.getModifiers())) {
      return false;
    }
    boolean reachable =
        Modifier.isPublic(member.getModifiers()) || !Modifier.isFinal(type.getModifiers());
    return reachable && !isImplied(type, member);
  }

  /** Whether the kind of the type says already that the member is there. */
  private static boolean isImplied(Class<?> type, Member member) {
    if (member instanceof Constructor<?> constructor) {
      return type.isRecord()
          && Arrays.equals(constructor.getParameterTypes(), componentTypes(type));
    }
    if (!(member instanceof Method method)) {
      return false;
    }
    return OF_EVERY_OBJECT.contains(method.getName())
        || (type.isEnum() && OF_EVERY_ENUM.contains(method.getName()))
        || (type.isRecord()
            && Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getAccessor)
                .anyMatch(method::equals));
  }

  private static boolean isOpen(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String kind(Class<?> type) {
    if (type.isAnnotation()) {
      return "@interface";
    }
    if (type.isInterface()) {
      return "interface";
    }
    return type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
  }

  private static String modifiers(Class<?> type) {
    boolean plainClass = kind(type).equals("class");
    return word("protected", Modifier.isProtected(type.getModifiers()))
        + word("abstract", plainClass && Modifier.isAbstract(type.getModifiers()))
        + word("final", plainClass && Modifier.isFinal(type.getModifiers()))
        + word("sealed", type.isSealed() && !type.isEnum());
  }

  private static String parents(Class<?> type) {
    AnnotatedType parent = type.getAnnotatedSuperclass();
    boolean named = kind(type).equals("class") && parent.getType() != Object.class;
    return (named ? " extends " + parent : "")
        + joined(
            type.isInterface() ? " extends " : " implements ",
            List.of(type.getAnnotatedInterfaces()),
            "");
  }

  /**
   * The permitted subtypes that can be named; a switch over types needs a default if there are
   * others.
   */
  private static String permitted(Class<?> type) {
    if (!type.isSealed() || type.isEnum()) {
      return "";
    }
    return joined(
        " permits ",
        Arrays.stream(type.getPermittedSubclasses())
            .filter(ApiSignatures::isVisible)
            .map(Class::getTypeName)
            .sorted()
            .toList(),
        "");
  }

  private static String components(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(component -> component.getAnnotatedType() + " " + component.getName())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static Class<?>[] componentTypes(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(RecordComponent::getType)
        .toArray(Class<?>[]::new);
  }

  private static String variables(GenericDeclaration owner) {
    return joined(
        "<", Arrays.stream(owner.getTypeParameters()).map(ApiSignatures::variable).toList(), ">");
  }

  private static String variable(TypeVariable<?> variable) {
    List<String> bounds =
        Arrays.stream(variable.getAnnotatedBounds())
            .map(AnnotatedType::toString)
            .filter(bound -> !bound.equals(Object.class.getName()))
            .toList();
    return variable + (bounds.isEmpty() ? "" : " extends " + String.join(" & ", bounds));
  }

  private static String text(Field field) {
    if (field.isEnumConstant()) {
      return "constant " + field.getName();
    }
    return word("protected", Modifier.isProtected(field.getModifiers()))
        + word("static", Modifier.isStatic(field.getModifiers()))
        + word("final", Modifier.isFinal(field.getModifiers()))
        + field.getAnnotatedType()
        + " "
        + field.getName();
  }

  private static String text(Constructor<?> constructor) {
    return word("protected", Modifier.isProtected(constructor.getModifiers()))
        + "new "
        + nameInPackage(constructor.getDeclaringClass())
        + parameters(constructor);
  }

  private static String text(Method method) {
    boolean inClass = !method.getDeclaringClass().isInterface();
    String variables = variables(method);
    return word("protected", Modifier.isProtected(method.getModifiers()))
        + word("static", Modifier.isStatic(method.getModifiers()))
        + word("abstract", inClass && Modifier.isAbstract(method.getModifiers()))
        + word("final", Modifier.isFinal(method.getModifiers()))
        + word("default", method.isDefault())
        + word(variables, !variables.isEmpty())
        + method.getAnnotatedReturnType()
        + " "
        + method.getName()
        + parameters(method);
  }

  private static String parameters(Executable executable) {
    String types =
        Arrays.stream(executable.getAnnotatedParameterTypes())
            .map(AnnotatedType::toString)
            .collect(Collectors.joining(", "));
    return "("
        + (executable.isVarArgs() ? types.replaceFirst("\\[]$", "...") : types)
        + ")"
        + joined(
            " throws ",
            Arrays.stream(executable.getGenericExceptionTypes()).map(Type::getTypeName).toList(),
            "");
  }

  private static String joined(String before, Collection<?> parts, String after) {
    return parts.isEmpty()
        ? ""
        : parts.stream().map(Object::toString).collect(Collectors.joining(", ", before, after));
  }

  private static String word(String word, boolean there) {
    return there ? word + " " : "";
  }

  /** Nested types and annotations as they are written in Java. */
  private static String plain(String line) {
    return line.replaceAll("(@[\\w.$]+)\\(\\)", "$1")
        .replace("Nullable[", "Nullable [")
        .replace('$', '.');
  }
}
