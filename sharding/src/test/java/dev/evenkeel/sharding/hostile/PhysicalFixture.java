package dev.evenkeel.sharding.hostile;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * One kind of sharded table and what is physical about it, said without the code under test.
 *
 * @param logical the only logical key that tests use
 * @param logicalByPhysical its physical keys, shard by shard
 */
record PhysicalFixture(
    ShardingSpec spec,
    AttributeValue logical,
    Map<AttributeValue, AttributeValue> logicalByPhysical) {
  static final int SHARDS = 3;
  static final String TABLE = "orders";

  /** A declared index. */
  static final String INDEX = "byNote";

  /** Where the shard comes from. */
  enum Source {
    SORT_KEY,
    DETERMINANT,
    DRAWN,
    PLAIN
  }

  static Stream<PhysicalFixture> all() {
    return Stream.of(Placement.values())
        .flatMap(
            placement ->
                Stream.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B)
                    .flatMap(
                        type ->
                            Stream.of(Source.values()).map(source -> of(placement, type, source))));
  }

  static PhysicalFixture of(Placement placement, ScalarAttributeType type, Source source) {
    ShardingSpec.Builder spec =
        ShardingSpec.builder(TABLE)
            .partitionKey("pk", type)
            .sortKey("sk")
            .localIndex(INDEX, "note")
            .suffixFormat(SuffixFormat.DEFAULT.withSeparator("#").withPlacement(placement))
            .shards(SHARDS);
    switch (source) {
      case SORT_KEY -> {}
      case DETERMINANT -> spec.selector(ShardSelector.hashOf("det")).uniqueSortKeys();
      case DRAWN -> spec.selector(ShardSelector.rotating()).uniqueSortKeys();
      case PLAIN -> spec.shards(KeyRule.exactly(logicalKey(type), 1));
    }
    AttributeValue logical = logicalKey(type);
    return new PhysicalFixture(
        spec.build(), logical, keys(placement, logical, source == Source.PLAIN));
  }

  private static AttributeValue logicalKey(ScalarAttributeType type) {
    return switch (type) {
      case S -> AttributeValue.fromS("hot \"k\u00e9y");
      case N -> AttributeValue.fromN("-4711.5");
      default -> AttributeValue.fromB(bytes("\u00ffh\u0000t"));
    };
  }

  private static SdkBytes bytes(String latin1) {
    return SdkBytes.fromString(latin1, StandardCharsets.ISO_8859_1);
  }

  private static Map<AttributeValue, AttributeValue> keys(
      Placement placement, AttributeValue logical, boolean plain) {
    Map<AttributeValue, AttributeValue> keys = new LinkedHashMap<>();
    for (int shard = 0; shard < (plain ? 1 : SHARDS); shard++) {
      String before = !plain && placement == Placement.PREFIX ? shard + "#" : "";
      String behind = !plain && placement == Placement.SUFFIX ? "#" + shard : "";
      keys.put(
          logical.b() == null
              ? AttributeValue.fromS(
                  before + (logical.s() != null ? logical.s() : logical.n()) + behind)
              : AttributeValue.fromB(
                  bytes(before + logical.b().asString(StandardCharsets.ISO_8859_1) + behind)),
          logical);
    }
    return keys;
  }

  boolean isDrawn() {
    return !spec.selector().calculated();
  }

  ScalarAttributeType physicalType() {
    return spec.partitionType() == ScalarAttributeType.B
        ? ScalarAttributeType.B
        : ScalarAttributeType.S;
  }

  /** Whether no value in the table differs from what callers see, not even in its type. */
  boolean storedAsGiven() {
    return logicalByPhysical.equals(Map.of(logical, logical));
  }

  /** Every way in which a physical key is written somewhere; none if it reads as the logical. */
  List<String> physicalTexts() {
    List<String> texts = new ArrayList<>();
    logicalByPhysical.keySet().stream()
        .map(PhysicalFixture::texts)
        .filter(forms -> !forms.equals(texts(logical)))
        .forEach(texts::addAll);
    return texts;
  }

  /** The forms in which a message may quote a key. */
  static List<String> texts(AttributeValue key) {
    if (key.b() == null) {
      return List.of(key.s() != null ? key.s() : key.n());
    }
    byte[] bytes = key.b().asByteArray();
    return List.of(
        Base64.getEncoder().encodeToString(bytes), "0x" + HexFormat.of().formatHex(bytes));
  }

  @Override
  public String toString() {
    return "%s %s %s, %d shards"
        .formatted(
            spec.partitionType(),
            spec.suffixFormat().placement(),
            spec.selector().id(),
            logicalByPhysical.size());
  }
}
