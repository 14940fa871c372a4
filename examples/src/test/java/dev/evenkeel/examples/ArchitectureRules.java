package dev.evenkeel.examples;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** Every rule of the house. */
final class ArchitectureRules {

  private ArchitectureRules() {}

  static List<ArchRule> of(PackageTree house) {
    return List.of(
        Arrows.betweenModules(house),
        Arrows.betweenRooms(house),
        Arrows.intoInternals(house),
        Arrows.intoOptionalLibraries(house),
        Arrows.withoutCycles(house),
        Purity.ofPlans(house),
        Shape.publicTypesAreClosed(),
        Shape.packagesAreNullMarked(),
        Shape.optionalsAreNoFields(house),
        Shape.optionalsAreNoParameters(house));
  }
}
