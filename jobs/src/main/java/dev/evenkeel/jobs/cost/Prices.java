package dev.evenkeel.jobs.cost;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The prices of one region.
 *
 * @param currency such as USD
 * @param date when they were looked up
 * @param region whose prices they are
 * @param wanted the region whose prices were asked for; null for any. Another one than {@code
 *     region} has none
 * @param byKey each price that is known
 */
public record Prices(
    String currency,
    String date,
    String region,
    @Nullable String wanted,
    Map<String, Double> byKey) {

  /** Copies the map. */
  public Prices {
    byKey = Map.copyOf(byKey);
  }

  /** A price; null if it is not known. */
  public @Nullable Double of(Price price) {
    return byKey.get(price.key());
  }

  /** What a quantity costs; null if its price is not known. Nothing costs nothing. */
  public @Nullable Double of(Price price, double quantity) {
    Double each = of(price);
    return quantity == 0 ? Double.valueOf(0) : each == null ? null : each * quantity / price.lot();
  }

  /** What two quantities cost together; null if a price is not known. */
  public @Nullable Double of(Price a, double quantity, Price b, double other) {
    Double first = of(a, quantity);
    Double second = of(b, other);
    return first == null || second == null ? null : Double.valueOf(first + second);
  }

  /** The same with another value of one of them. */
  public Prices with(String key, double price) {
    Map<String, Double> all = new TreeMap<>(byKey);
    all.put(key, price);
    return new Prices(currency, date, region, wanted, all);
  }

  /** Whose prices they are, for people. */
  public String origin() {
    String known = "%s, prices of %s of %s".formatted(currency, region, date);
    return wanted == null || wanted.equals(region)
        ? known
        : "%s, as there are none of %s".formatted(known, wanted);
  }
}
