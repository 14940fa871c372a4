package dev.evenkeel.chunking.internal.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.internal.value.Packing.PackingRule;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.testkit.gen.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackingRuleTest {

  @ParameterizedTest
  @CsvSource({
    "1000,0,900",
    "1001,0,900",
    "1009,0,908",
    "9,0,8",
    "1000,60,840",
    "10,60,-51",
    "0,0,0"
  })
  void tenPercent_aLength_leavesNineTenths(long original, long added, long packedMax) {
    assertThat(PackingRule.tenPercent(added).packedBytesMax(original)).isEqualTo(packedMax);
  }

  /** An item of 2,049 bytes takes three units, one of 2,048 two. */
  @ParameterizedTest
  @CsvSource({
    "2000,49,0,1999",
    "2000,48,0,976",
    "2000,49,60,1939",
    "500,100,0,-100",
    "900,124,0,-124"
  })
  void unitSaved_aLength_isBelowTheNextBlock(
      long original, long other, long added, long packedMax) {
    assertThat(PackingRule.unitSaved(other, added).packedBytesMax(original)).isEqualTo(packedMax);
  }

  @Test
  void unitSaved_anyItem_isExactlyWhereTheUnitsFall() {
    Property.check(
        500,
        gen -> {
          int original = gen.between(1, 10_000);
          int other = gen.between(1, 5_000);
          int added = gen.between(0, 100);
          long max = PackingRule.unitSaved(other, added).packedBytesMax(original);
          var before = WriteCapacity.STANDARD.put(0, other + original);
          if (max > 0) {
            assertThat(WriteCapacity.STANDARD.put(0, other + added + max)).isLessThan(before);
          }
          long more = Math.max(0, max) + 1;
          assertThat(WriteCapacity.STANDARD.put(0, other + added + more))
              .isGreaterThanOrEqualTo(before);
        });
  }

  @Test
  void pack_asManyBytesAsTheRuleAllows_isKept() {
    byte[] original = Contents.text(1, 5_000);
    byte[] packed = Packing.pack(original, Codecs.gzip(), any -> original.length);
    assertThat(packed).isNotNull();
    assertThat(Packing.pack(original, Codecs.gzip(), any -> packed.length)).isEqualTo(packed);
    assertThat(Packing.pack(original, Codecs.gzip(), any -> packed.length - 1)).isNull();
    assertThat(Packing.pack(original, Codecs.gzip(), any -> 0)).isNull();
    assertThat(Packing.pack(original, Codecs.gzip(), any -> -7)).isNull();
  }
}
