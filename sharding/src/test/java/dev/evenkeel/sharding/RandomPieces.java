package dev.evenkeel.sharding;

import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.sharding.spec.Pieces;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Random pieces, which begin at values that items have, too. */
final class RandomPieces {
  private RandomPieces() {}

  /**
   * One to four pieces.
   *
   * @param plain whether some may be plain
   * @param values of the keys at which pieces may begin
   */
  static Pieces of(
      Random random,
      int shardsMax,
      boolean plain,
      ScalarAttributeType type,
      Supplier<AttributeValue> values) {
    Pieces pieces = Pieces.shards(count(random, shardsMax, plain));
    List<AttributeValue> bounds =
        Stream.generate(values).limit(random.nextInt(4)).sorted(KeyOrder.of(type)).toList();
    for (AttributeValue bound : distinct(bounds, KeyOrder.of(type))) {
      pieces = pieces.from(bound, count(random, shardsMax, plain));
    }
    return pieces;
  }

  private static List<AttributeValue> distinct(
      List<AttributeValue> sorted, Comparator<AttributeValue> order) {
    return IntStream.range(0, sorted.size())
        .filter(i -> i == 0 || order.compare(sorted.get(i - 1), sorted.get(i)) != 0)
        .mapToObj(sorted::get)
        .toList();
  }

  private static int count(Random random, int shardsMax, boolean plain) {
    return plain && random.nextInt(3) == 0 ? 1 : 2 + random.nextInt(shardsMax - 1);
  }
}
