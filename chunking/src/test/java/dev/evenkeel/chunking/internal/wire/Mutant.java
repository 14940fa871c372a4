package dev.evenkeel.chunking.internal.wire;

import dev.evenkeel.testkit.gen.Gen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Mutates stored data in a few places: as damage would, and as an attacker would. */
public final class Mutant {
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "-1",
          "2",
          "1.5",
          "1E2",
          "2147483647",
          "2147483648",
          "4294967296",
          "999999999999999999",
          "9999999999999999999",
          "9.9E+125",
          "1E-130",
          "-0");

  private static final List<String> TEXTS =
      List.of(
          "",
          "item",
          "chunks",
          "seed",
          "object",
          "gzip",
          "zstd",
          "rot13",
          "S",
          "M",
          "NUL",
          "OPEN",
          "COMMITTED",
          "999999999999999#00000000000000000000000000000000",
          "00000000000000000000000000000000",
          "1#2",
          "\uD83D",
          "Docs",
          "body");

  private static final List<String> NAMES =
      List.of("v", "at", "c", "d", "t", "n", "z", "h", "w", "k", "s", "key", "table", "staged");

  private Mutant() {}

  /** The same with one to three changes. */
  public static Map<String, AttributeValue> of(Map<String, AttributeValue> map, Gen gen) {
    Map<String, AttributeValue> mutated = map;
    for (int left = gen.between(1, 3); left > 0; left--) {
      mutated = once(mutated, gen);
    }
    return mutated;
  }

  private static Map<String, AttributeValue> once(Map<String, AttributeValue> map, Gen gen) {
    Map<String, AttributeValue> mutated = new LinkedHashMap<>(map);
    if (map.isEmpty() || gen.chance(0.1)) {
      mutated.put(gen.oneOf(NAMES), value(gen));
      return mutated;
    }
    String name = gen.oneOf(List.copyOf(map.keySet()));
    if (gen.chance(0.1)) {
      mutated.remove(name);
    } else {
      mutated.put(name, once(mutated.get(name), gen));
    }
    return mutated;
  }

  private static AttributeValue once(AttributeValue value, Gen gen) {
    if (value.hasM() && gen.chance(0.9)) {
      return AttributeValue.fromM(once(value.m(), gen));
    }
    if (value.hasL() && !value.l().isEmpty() && gen.chance(0.9)) {
      List<AttributeValue> list = new ArrayList<>(value.l());
      int place = gen.between(0, list.size() - 1);
      list.set(place, once(list.get(place), gen));
      return AttributeValue.fromL(list);
    }
    if (value.n() != null && gen.chance(0.8)) {
      return AttributeValue.fromN(gen.oneOf(NUMBERS));
    }
    if (value.s() != null && gen.chance(0.8)) {
      return AttributeValue.fromS(gen.chance(0.7) ? gen.oneOf(TEXTS) : gen.string());
    }
    if (value.b() != null && gen.chance(0.8)) {
      return AttributeValue.fromB(SdkBytes.fromByteArray(bytes(value.b().asByteArray(), gen)));
    }
    return value(gen);
  }

  private static byte[] bytes(byte[] bytes, Gen gen) {
    byte[] mutated = gen.chance(0.5) ? bytes : Arrays.copyOf(bytes, gen.between(0, 40));
    if (mutated.length > 0) {
      mutated[gen.between(0, mutated.length - 1)] ^= (byte) gen.between(0, 255);
    }
    return mutated;
  }

  private static AttributeValue value(Gen gen) {
    return switch (gen.between(0, 3)) {
      case 0 -> AttributeValue.fromN(gen.oneOf(NUMBERS));
      case 1 -> AttributeValue.fromS(gen.oneOf(TEXTS));
      default -> gen.attributeValue();
    };
  }
}
