package dev.evenkeel.sharding.spec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** A sample of a table's items, compared with the spec's places. Their content is not reported. */
final class SampledItems {
  /** Items with one partition key lie together: many places tell more than many items. */
  static final int SEGMENTS = 10;

  static final int ITEMS_PER_SEGMENT = 10;

  private final ShardingSpec spec;
  private int sampled;
  private int plain;
  private int elsewhere;

  SampledItems(ShardingSpec spec) {
    this.spec = spec;
  }

  /** The reads: of attributes that tell an item's shard, and no others. */
  static List<ScanRequest> requests(ShardingSpec spec) {
    Set<String> attributes = new TreeSet<>(spec.selector().determinants());
    attributes.addAll(spec.logicalKey().attributes());
    Map<String, String> names = new HashMap<>();
    attributes.forEach(attribute -> names.put("#a" + names.size(), attribute));
    List<ScanRequest> requests = new ArrayList<>();
    for (int segment = 0; segment < SEGMENTS; segment++) {
      requests.add(
          ScanRequest.builder()
              .tableName(spec.tableName())
              .segment(segment)
              .totalSegments(SEGMENTS)
              .limit(ITEMS_PER_SEGMENT)
              .projectionExpression(String.join(", ", names.keySet()))
              .expressionAttributeNames(names)
              .build());
    }
    return requests;
  }

  void add(Map<String, AttributeValue> item) {
    sampled++;
    String text = text(requireNonNull(item.get(spec.partitionKey())));
    Numbered numbered = text == null ? null : numbered(text, item);
    if (numbered != null) {
      elsewhere += isRight(numbered, item) ? 0 : 1;
    } else if (text == null || !isPlain(text, item)) {
      plain++;
    }
  }

  /** Their problems, in sentences. */
  List<String> mismatches() {
    List<String> found = new ArrayList<>();
    if (plain > 0) {
      found.add(
          "%d of %d sampled items have no shard in their partition key, as items that were there before: sharded reads do not see them. Put them again through the sharding client and delete the old ones, leave their keys plain with KeyRules, or begin a piece of more shards above them"
              .formatted(plain, sampled));
    }
    if (elsewhere > 0) {
      found.add(
          "%d of %d sampled items lie on another shard than the spec's selector '%s' gives: queries see them, and gets, updates and deletes by their keys do not. Take the selector, the count and the suffix format that they were put with, or put them again"
              .formatted(elsewhere, sampled, spec.selector().id()));
    }
    return found;
  }

  /** A shard that a stored key names, of so many. */
  private record Numbered(int shard, int shards) {}

  private @Nullable Numbered numbered(String text, Map<String, AttributeValue> item) {
    SuffixFormat format = spec.suffixFormat();
    SuffixFormat.Parts parts =
        format.parts(text, isBytes() ? latin(format.separator()) : format.separator());
    AttributeValue key = parts == null ? null : logical(parts.key());
    if (parts == null || key == null) {
      return null;
    }
    int shards = shards(key, item);
    int shard = shards == 1 ? -1 : format.shard(parts.number(), shards);
    return shard < 0 ? null : new Numbered(shard, shards);
  }

  private boolean isPlain(String text, Map<String, AttributeValue> item) {
    AttributeValue key = logical(text);
    return key != null && shards(key, item) == 1;
  }

  /** The shard count of the piece that an item belongs to. */
  private int shards(AttributeValue key, Map<String, AttributeValue> item) {
    Pieces pieces = spec.shardCounts().pieces(key);
    return pieces.isWhole()
        ? pieces.shardsMax()
        : pieces.at(requireNonNull(item.get(spec.sortKey()))).shards();
  }

  private boolean isBytes() {
    return spec.partitionType() == ScalarAttributeType.B;
  }

  /**
   * The stored key as text, for a key of bytes one to one; null if no key is stored as that type.
   */
  private @Nullable String text(AttributeValue stored) {
    if (!isBytes()) {
      return stored.s();
    }
    return stored.b() == null ? null : stored.b().asString(ISO_8859_1);
  }

  private static String latin(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  private @Nullable AttributeValue logical(String text) {
    return switch (spec.partitionType()) {
      case S -> AttributeValue.fromS(text);
      case B -> AttributeValue.fromB(SdkBytes.fromString(text, ISO_8859_1));
      default -> text.equals(CanonicalNumber.orNull(text)) ? AttributeValue.fromN(text) : null;
    };
  }

  /** Where the item does not tell its shard, any is right. */
  private boolean isRight(Numbered numbered, Map<String, AttributeValue> item) {
    ShardSelector selector = spec.selector();
    if (!selector.calculated() || !item.keySet().containsAll(selector.determinants())) {
      return true;
    }
    Map<String, AttributeValue> values = new HashMap<>();
    for (String name : selector.determinants()) {
      AttributeValue value = requireNonNull(item.get(name));
      values.put(
          name, value.n() == null ? value : AttributeValue.fromN(CanonicalNumber.of(value.n())));
    }
    try {
      return selector.select(values, numbered.shards()) == numbered.shard();
    } catch (IllegalArgumentException e) {
      return true;
    }
  }
}
