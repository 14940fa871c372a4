package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.AdvisorRules.LARGE_SET_ELEMENTS;
import static dev.evenkeel.simulator.advise.AdvisorRules.LARGE_VALUE_BYTES;
import static dev.evenkeel.simulator.advise.AdvisorRules.LONG_NAMES_SHARE;
import static dev.evenkeel.simulator.advise.AdvisorRules.LONG_NAME_BYTES;
import static dev.evenkeel.simulator.advise.Sources.count;
import static dev.evenkeel.simulator.advise.Sources.format;

import dev.evenkeel.simulator.advise.AttributeUse.Sums;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.Finding.Weight;
import java.util.ArrayList;
import java.util.List;

/** Findings about items, from a sample. */
final class ItemFindings {
  static final String LARGE_VALUES_CURE =
      "Compress them, or keep them in chunks or in S3: ChunkingDynamoDbClient with"
          + " AttributePolicy.compressed(Codecs.gzip()).thenChunked(), or @Compressed, @Chunked and"
          + " @Offloaded.";

  private ItemFindings() {}

  static List<Finding> of(AttributeUse attributes) {
    List<Finding> findings = new ArrayList<>();
    longNames(attributes, findings);
    largeSets(attributes, findings);
    largeValues(attributes, findings);
    return findings;
  }

  private static void longNames(AttributeUse attributes, List<Finding> findings) {
    List<Sums> named = attributes.with(Sums::hasLongName, Sums::nameBytes);
    double share = attributes.meanNameBytes() / attributes.meanBytes();
    if (named.isEmpty() || !(share >= LONG_NAMES_SHARE)) {
      return;
    }
    findings.add(
        new Finding(
            Kind.LONG_NAMES,
            Weight.COST,
            format(
                "of the %,.0f bytes of an average item, %,.0f are names of attributes (%.0f %%); long are %s",
                attributes.meanBytes(),
                attributes.meanNameBytes(),
                100 * share,
                Sources.list(named, Sums::name)),
            format(
                "names are part of every item; %.0f %% of its bytes are too much, where names of %d bytes"
                    + " or more are among them",
                100 * LONG_NAMES_SHARE, LONG_NAME_BYTES),
            Sources.ITEM_SIZE,
            "Store shorter names: @DynamoDbAttribute(\"n\") on a getter leaves the property's name as it"
                + " is."));
  }

  private static void largeSets(AttributeUse attributes, List<Finding> findings) {
    List<Sums> sets = attributes.with(sums -> sums.largeSets() > 0, Sums::largeSets);
    if (sets.isEmpty()) {
      return;
    }
    findings.add(
        new Finding(
            Kind.LARGE_SETS,
            Weight.COST,
            Sources.list(
                sets,
                sums ->
                    format(
                        "%s has %d elements or more in %s, up to %,d",
                        sums.name(),
                        LARGE_SET_ELEMENTS,
                        count(sums.largeSets(), "item"),
                        sums.elementsMax())),
            "a set ends at 400 KB with its item, is read with it each time, and is written whole for one"
                + " more element",
            Sources.SETS,
            "Keep the elements in a table of their own: ChildCollection."));
  }

  private static void largeValues(AttributeUse attributes, List<Finding> findings) {
    List<Sums> values = attributes.with(sums -> sums.largeValues() > 0, Sums::largeValues);
    if (values.isEmpty()) {
      return;
    }
    findings.add(
        new Finding(
            Kind.LARGE_VALUES,
            Weight.COST,
            Sources.list(
                values,
                sums ->
                    format(
                        "%s has %,d bytes or more in %s, up to %,d",
                        sums.name(),
                        LARGE_VALUE_BYTES,
                        count(sums.largeValues(), "item"),
                        sums.valueBytesMax())),
            "every read and every update pays for the whole item",
            Sources.VALUES,
            LARGE_VALUES_CURE));
  }
}
