package dev.evenkeel.examples;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;

import com.tngtech.archunit.base.HasDescription;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasSourceCodeLocation;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;

/** The rules for public types: closed unless meant to be extended, and null-marked. */
final class Shape {

  private static final Set<String> PRIMITIVE_OPTIONALS =
      Set.of(
          OptionalInt.class.getName(),
          OptionalLong.class.getName(),
          OptionalDouble.class.getName());

  private Shape() {}

  static ArchRule publicTypesAreClosed() {
    return classes()
        .that()
        .arePublic()
        .and()
        .areTopLevelClasses()
        .should(
            must(
                "be final, sealed, abstract, an interface, an enum, a record or an exception",
                Shape::isClosed))
        .because("a class that may be extended by accident can never change again");
  }

  static ArchRule packagesAreNullMarked() {
    return classes()
        .should(
            must(
                "be in a package with @NullMarked in its package-info",
                type -> type.getPackage().isAnnotatedWith(NullMarked.class)))
        .because("NullAway checks null-marked packages only");
  }

  static ArchRule optionalsAreNoFields(PackageTree house) {
    return fields()
        .should(
            must(
                "not be optionals",
                field -> !isOptional(house, field.getOwner(), field.getRawType())))
        .because("@Nullable says it in the type, and once");
  }

  static ArchRule optionalsAreNoParameters(PackageTree house) {
    return codeUnits()
        .that(describe("are written by hand", Shape::isWritten))
        .should(must("take no optionals", codeUnit -> !takesOptional(house, codeUnit)))
        .because("callers should not have to wrap what they pass");
  }

  static <T extends HasDescription & HasSourceCodeLocation> ArchCondition<T> must(
      String description, Predicate<T> holds) {
    return ArchCondition.from(describe(description, holds));
  }

  private static boolean isClosed(JavaClass type) {
    return type.isInterface()
        || type.isEnum()
        || type.isRecord()
        || type.isAssignableTo(Throwable.class)
        || type.getModifiers().contains(JavaModifier.FINAL)
        || type.getModifiers().contains(JavaModifier.ABSTRACT)
        || type.reflect().isSealed();
  }

  private static boolean isWritten(JavaCodeUnit codeUnit) {
    return !codeUnit.getModifiers().contains(SYNTHETIC);
  }

  private static boolean takesOptional(PackageTree house, JavaCodeUnit codeUnit) {
    return codeUnit.getRawParameterTypes().stream()
        .anyMatch(type -> isOptional(house, codeUnit.getOwner(), type));
  }

  /** Internal types may carry a primitive optional: the alternative is a nullable box. */
  private static boolean isOptional(PackageTree house, JavaClass owner, JavaClass type) {
    return type.isEquivalentTo(Optional.class)
        || (PRIMITIVE_OPTIONALS.contains(type.getName()) && !house.isInternal(owner));
  }
}
