package dev.evenkeel.sharding.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.KeyCodec.ShardedKey;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardCounts;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class KeyCodecTest {
  private static final Call CALL = new Call("PutItem", "hits");

  private static KeyCodec codec(ScalarAttributeType type, SuffixFormat format, int shards) {
    return new KeyCodec(
        new KeyAttribute("day", type),
        TableLayout.NONE.keyShards(new ShardCounts(Pieces.shards(shards), List.of())),
        format,
        false);
  }

  private static KeyCodec strings() {
    return codec(ScalarAttributeType.S, SuffixFormat.DEFAULT, 16);
  }

  /** The frozen format, the layouts of AWS's texts among them. */
  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/key-codec.csv", useHeadersInDisplayName = true)
  void physical_goldenVector_roundTrips(
      String type,
      String separator,
      Placement placement,
      int first,
      int digits,
      int shards,
      String logical,
      int shard,
      String physicalType,
      String physical) {
    KeyCodec codec =
        codec(
            ScalarAttributeType.valueOf(type),
            new SuffixFormat(separator, placement, first, digits),
            shards);
    AttributeValue key = value(type, logical);
    assertThat(codec.canonical(CALL, key)).isEqualTo(key);
    assertThat(codec.physical(key, shard)).isEqualTo(value(physicalType, physical));
    assertThat(codec.decode(value(physicalType, physical))).isEqualTo(new ShardedKey(key, shard));
  }

  private static AttributeValue value(String type, String text) {
    return switch (type) {
      case "S" -> fromS(text);
      case "N" -> fromN(text);
      default -> fromB(SdkBytes.fromByteArray(HexFormat.of().parseHex(text)));
    };
  }

  @Test
  void decode_anyKey_roundTrips() {
    long seed = 20261120;
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      Placement placement = random.nextBoolean() ? Placement.SUFFIX : Placement.PREFIX;
      String separator = new String[] {".", "#", "_", "::", "-"}[random.nextInt(5)];
      SuffixFormat format =
          new SuffixFormat(separator, placement, random.nextInt(2), random.nextInt(4));
      KeyCodec codec = codec(ScalarAttributeType.S, format, 1 + random.nextInt(1024));
      AttributeValue key = fromS(keyMadeToConfuse(random, separator));
      int shard = 0;
      AttributeValue physical = codec.physical(key, shard);
      assertThat(codec.decode(physical))
          .as("seed %d, case %d, %s", seed, i, format)
          .isEqualTo(new ShardedKey(key, shard));
    }
  }

  private static String keyMadeToConfuse(Random random, String separator) {
    StringBuilder key = new StringBuilder();
    do {
      key.append(
          switch (random.nextInt(4)) {
            case 0 -> separator;
            case 1 -> Integer.toString(random.nextInt(20));
            case 2 -> new String(Character.toChars(0x1F600 + random.nextInt(20)));
            default -> "k";
          });
    } while (random.nextInt(4) > 0);
    return key.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2014-07-09", "2014-07-09.", "2014-07-09.16", "2014-07-09.01", ".3", "a.-1", "7"})
  void decode_notWrittenByUs_isForeign(String physical) {
    assertThat(strings().decode(fromS(physical))).isNull();
    assertThat(strings().decode(fromN("7"))).isNull();
  }

  @Test
  void decode_numberNotInCanonicalForm_isForeign() {
    KeyCodec codec = codec(ScalarAttributeType.N, SuffixFormat.DEFAULT, 16);
    assertThat(codec.decode(fromS("1.50.3"))).isNull();
    assertThat(codec.decode(fromS("abc.3"))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1.0", "1E0", "01", "+1"})
  void canonical_oneNumberWrittenInManyWays_isOneKey(String number) {
    KeyCodec codec = codec(ScalarAttributeType.N, SuffixFormat.DEFAULT, 16);
    assertThat(codec.canonical(CALL, fromN(number))).isEqualTo(fromN("1"));
  }

  @Test
  void canonical_keyThatLeavesNoRoomForTheSuffix_isRefused() {
    KeyCodec codec = codec(ScalarAttributeType.S, SuffixFormat.DEFAULT, 200);
    assertThat(codec.canonical(CALL, fromS("x".repeat(2044)))).isNotNull();
    assertThatThrownBy(() -> codec.canonical(CALL, fromS("x".repeat(2045))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessage(
            "PutItem on 'hits' refused: partition key attribute 'day' has 2045 bytes, and its"
                + " suffix up to 4, past DynamoDB's 2048. Use keys of at most 2044 bytes.");
    assertThatThrownBy(() -> codec.canonical(CALL, fromS("\u20ac".repeat(682))))
        .hasMessageContaining("has 2046 bytes");
  }

  @Test
  void canonical_missingEmptyOrWrongType_isRefused() {
    assertThatThrownBy(() -> strings().canonical(CALL, null))
        .isExactlyInstanceOf(DynamoDbException.class)
        .hasMessageStartingWith(
            "PutItem on 'hits' refused: partition key attribute 'day' is missing. Give it a"
                + " value.");
    assertThatThrownBy(() -> strings().canonical(CALL, fromS(""))).hasMessageContaining("is empty");
    assertThatThrownBy(() -> strings().canonical(CALL, fromN("1")))
        .hasMessageContaining("is of type N, but the spec says S");
  }
}
