package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Requests.inserts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import dev.evenkeel.simulator.advise.Finding.Kind;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Each row of AWS's table of partition keys, and both sides of each threshold. */
class RatingTest {
  private static final List<String> STATUS = List.of("NEW", "PAID", "SENT", "DONE");

  @Test
  void rating_ofUsers_isGood() {
    Advice users = rated(Requests.zipf(100_000, 1), 40_000, 100);
    // Zipf's first user is popular; without the first hundred, none is
    IntFunction<String> zipf = Requests.zipf(100_000, 2);
    Advice even =
        rated(
            i -> {
              String user = zipf.apply(i);
              return user.length() < 2 ? user + Requests.name(1_000_000 + i % 1_000) : user;
            },
            40_000,
            100);

    assertThat(users.design()).isEqualTo(KeyDesign.ONE_POPULAR);
    assertThat(even.design()).isEqualTo(KeyDesign.MANY_USERS);
    assertThat(even.findings()).isEmpty();
    assertThat(even.design().good()).isTrue();
  }

  @Test
  void rating_ofAStatus_isBad() {
    Advice advice = rated(i -> STATUS.get(i % 4), 2_000, 100);

    assertThat(advice.design()).isEqualTo(KeyDesign.FEW_VALUES);
    assertThat(advice.findings()).extracting(Finding::kind).containsExactly(Kind.FEW_KEYS);
    assertThat(advice.reason()).isEqualTo("there are 4 different keys for 2,000 requests");
  }

  @Test
  void rating_ofFewKeys_endsAtAHundred() {
    assertThat(rated(i -> Requests.name(i % 100), 10_000, 100).design())
        .isEqualTo(KeyDesign.FEW_VALUES);
    assertThat(rated(i -> Requests.name(i % 101), 10_100, 100).design())
        .isEqualTo(KeyDesign.EVEN_DEVICES);
  }

  @Test
  void rating_ofFewRequests_isNone() {
    assertThat(rated(i -> "k", 999, 100).design()).isNull();
    assertThat(rated(i -> "k", 999, 100).findings()).isEmpty();
    assertThat(rated(i -> "k", 1_000, 100).design()).isEqualTo(KeyDesign.FEW_VALUES);
  }

  @Test
  void rating_ofOne_isToldInTheSingular() {
    assertThat(rated(i -> "k", 1, 100).reason())
        .isEqualTo("1 request is too few to rate the key by; 1,000 would do");
    assertThat(rated(i -> "k", 1_000, 100).reason())
        .isEqualTo("there is one key for 1,000 requests");
  }

  @Test
  void rating_ofDates_isBad() {
    Advice advice = rated(i -> "2014-07-%02d".formatted(1 + i / 2_000), 20_000, 100);

    assertThat(advice.design()).isEqualTo(KeyDesign.ROUNDED_TIME);
    assertThat(advice.reason()).isEqualTo("100 % of the keys are dates, hours or minutes");
    assertThat(advice.has(Kind.ROUNDED_TIME)).isTrue();
  }

  @Test
  void rating_ofDatesAmongOthers_beginsAtNineTenths() {
    assertThat(rated(i -> i % 10 == 0 ? "other" : "2014-07-09", 2_000, 100).design())
        .isEqualTo(KeyDesign.ROUNDED_TIME);
    assertThat(rated(i -> i % 1_000 < 101 ? "other" : "2014-07-09", 2_000, 100).design())
        .isEqualTo(KeyDesign.FEW_VALUES);
  }

  /** Weeks by name: no date that could be seen, and yet each moment has its one key. */
  @Test
  void rating_ofKeysThatChangeWithTime_isBad() {
    Advice advice = rated(i -> "week " + Requests.name(i / 6_000 * 3 + i % 3), 6_000 * 50, 100);

    assertThat(advice.design()).isEqualTo(KeyDesign.ROUNDED_TIME);
    assertThat(rated(i -> "week " + Requests.name(i / 6_000 * 4 + i % 4), 6_000 * 50, 100).design())
        .isEqualTo(KeyDesign.EVEN_DEVICES);
  }

  @Test
  void rating_ofDevicesAtSimilarIntervals_isGood() {
    assertThat(rated(i -> Requests.name(i % 500), 10_000, 100).design())
        .isEqualTo(KeyDesign.EVEN_DEVICES);
  }

  @Test
  void rating_ofOneDeviceFarMorePopular_isBad() {
    Advice popular = rated(i -> i % 20 == 0 ? "popular" : Requests.name(i % 500), 10_000, 100);
    Advice less = rated(i -> i % 21 == 0 ? "popular" : Requests.name(i % 500), 10_500, 100);

    assertThat(popular.design()).isEqualTo(KeyDesign.ONE_POPULAR);
    assertThat(popular.findings()).extracting(Finding::kind).containsExactly(Kind.POPULAR_KEY);
    assertThat(popular.findings().get(0).weight()).isEqualTo(Finding.Weight.RISK);
    assertThat(less.design()).isEqualTo(KeyDesign.MANY_USERS);
  }

  /** Less than 3 % of all, and yet more than a partition carries. */
  @Test
  void rating_ofAHotKey_isPopularWhateverItsShare() {
    assertThat(amongManyOthers(1_001).design()).isEqualTo(KeyDesign.ONE_POPULAR);
    assertThat(amongManyOthers(1_000).design()).isEqualTo(KeyDesign.MANY_USERS);
  }

  private static Advice amongManyOthers(int perSecond) {
    KeyAdvisor advisor = inserts(40_000, 40_000, i -> Requests.name(i % 4_000));
    Requests.insert(advisor, perSecond, perSecond, i -> "hot");
    return advisor.advice();
  }

  /** The heaviest has 9 %, with 111 keys nearly 10 times the average. */
  @Test
  void rating_ofALargePartOfFewKeys_isNotByItselfPopular() {
    assertThat(rated(i -> i % 11 == 0 ? "popular" : Requests.name(i % 110), 11_000, 100).design())
        .isEqualTo(KeyDesign.MANY_USERS);
  }

  private static Advice rated(IntFunction<String> key, int count, int perSecond) {
    return inserts(count, perSecond, key).advice();
  }
}
