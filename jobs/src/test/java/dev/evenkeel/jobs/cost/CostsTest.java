package dev.evenkeel.jobs.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.jobs.config.PricesReader;
import dev.evenkeel.jobs.cost.CostLine.Per;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.s3.model.StorageClass;
import software.amazon.awssdk.services.s3.model.Tier;

class CostsTest {
  private static final Prices US_EAST = PricesReader.builtIn().in("us-east-1");

  @Test
  void prices_ofLots_areOfWhatTheirNamesSay() {
    assertThat(US_EAST.of(Price.READ_REQUESTS, 2e6)).isEqualTo(0.25);
    assertThat(US_EAST.of(Price.WRITE_REQUESTS, 2e6)).isEqualTo(1.25);
    assertThat(US_EAST.of(Price.WRITE_UNIT_HOUR, 100)).isCloseTo(0.065, within(1e-12));
    assertThat(US_EAST.of(Price.EXPORT, 10.0 * (1L << 30))).isCloseTo(1, within(1e-12));
    assertThat(US_EAST.of(Price.LIST, 2_000)).isCloseTo(0.01, within(1e-12));
    assertThat(US_EAST.of(Price.storage(TableClass.STANDARD_INFREQUENT_ACCESS), 1L << 30))
        .isEqualTo(0.10);
  }

  /** A class that S3 has is priced, or nobody could say what an archive there costs. */
  @Test
  void prices_ofEveryClassOfArchives_areKnown() {
    for (String name :
        "STANDARD STANDARD_IA ONEZONE_IA INTELLIGENT_TIERING GLACIER_IR GLACIER DEEP_ARCHIVE"
            .split(" ", -1)) {
      StorageClass storage = StorageClass.fromValue(name);
      assertThat(US_EAST.of(Price.storage(storage))).as(name).isPositive();
      assertThat(US_EAST.of(Price.put(storage))).as(name).isPositive();
      assertThat(US_EAST.of(Price.get(storage))).as(name).isPositive();
    }
    assertThat(US_EAST.of(Price.retrieval(StorageClass.DEEP_ARCHIVE, Tier.BULK))).isEqualTo(0.0025);
    assertThat(US_EAST.of(Price.retrieval(StorageClass.DEEP_ARCHIVE, Tier.EXPEDITED))).isNull();
    assertThat(US_EAST.of(Price.retrievalRequest(StorageClass.GLACIER, Tier.EXPEDITED)))
        .isEqualTo(10);
    assertThat(US_EAST.of(Price.retrieval(StorageClass.GLACIER_IR))).isEqualTo(0.03);
  }

  @Test
  void costs_ofWhatIsNotKnown_areNotGuessed() {
    Costs costs =
        new Costs(SomePrices.of(Map.of(Price.READ_REQUESTS.key(), 0.5)))
            .add("scan", Per.ONCE, 3e6, Price.READ_REQUESTS)
            .add("write", Per.ONCE, 1e6, Price.WRITE_REQUESTS)
            .add("nothing", Per.ONCE, 0, Price.WRITE_REQUESTS)
            .free("within its capacity", 7, Price.READ_REQUESTS)
            .unknown("objects", Per.MONTH, Price.LIST, "nobody has counted them");

    assertThat(costs.known(Per.ONCE)).isEqualTo(1.5);
    assertThat(costs.known(Per.MONTH)).isZero();
    assertThat(costs.isPartial()).isTrue();
    assertThat(costs.lines())
        .extracting(CostLine::unknown)
        .containsExactly(
            null,
            "there is no price dynamodb.standard.writeRequestMillion of us-east-1",
            null,
            null,
            "nobody has counted them");
    assertThat(costs.lines())
        .extracting(CostLine::amount)
        .containsExactly(1.5, null, 0.0, 0.0, null);
    assertThat(costs.prices().of(Price.READ_REQUESTS, 1, Price.WRITE_REQUESTS, 1)).isNull();
  }
}
