package dev.evenkeel.chunking.internal.sweep;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.sweep.SweepSource.SweepTarget;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * In the layout of AWS's text {@code #} joins key values and may be in them: ("a#b", "c") and ("a",
 * "b#c") have chunks under one name, if they are of one version. Versions that are written here are
 * drawn, but those made by hand count from 1; so a payload lives as long as any of them has it.
 */
final class SeedNameCollisions {
  /** Each is a read; who can write an intent can write any key. */
  private static final int SIGNS_MAX = 50;

  private SeedNameCollisions() {}

  /** Whether it takes too many reads to find out whether anyone has a payload. */
  static boolean areTooMany(SweepTarget target) {
    return isAmbiguous(target) && joined(target).chars().filter(c -> c == '#').count() > SIGNS_MAX;
  }

  /** All parents that a payload's name may mean; mostly one. */
  static List<Parent> of(SweepTarget target) {
    if (!isAmbiguous(target)) {
      return List.of(target.parent());
    }
    KeySchema schema = target.table().schema();
    String joined = joined(target);
    List<Parent> candidates = new ArrayList<>();
    for (int at = joined.indexOf('#'); at >= 0; at = joined.indexOf('#', at + 1)) {
      Parent candidate =
          new Parent(
              target.parent().table(),
              key(schema, joined.substring(0, at), joined.substring(at + 1)),
              target.parent().attribute());
      if (target.table().canHave(candidate, target.payload())) {
        candidates.add(candidate);
      }
    }
    return candidates;
  }

  /** Numbers hold no {@code #}, so only a key of two texts can be ambiguous. */
  private static boolean isAmbiguous(SweepTarget target) {
    KeySchema schema = target.table().schema();
    KeyAttribute sort = schema.sortKey();
    return target.payload().placement() == Placement.SEED_CHUNKS
        && sort != null
        && sort.type() == ScalarAttributeType.S
        && schema.partitionKey().type() == ScalarAttributeType.S;
  }

  private static String joined(SweepTarget target) {
    Map<String, AttributeValue> key = target.parent().key();
    return target.table().schema().attributes().stream()
        .map(name -> requireNonNull(key.get(name)).s())
        .collect(Collectors.joining("#"));
  }

  private static Map<String, AttributeValue> key(KeySchema schema, String partition, String sort) {
    List<String> names = schema.attributes();
    return Map.of(
        names.get(0), AttributeValue.fromS(partition),
        names.get(1), AttributeValue.fromS(sort));
  }
}
