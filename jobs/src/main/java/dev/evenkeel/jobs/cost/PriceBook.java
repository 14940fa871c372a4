package dev.evenkeel.jobs.cost;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The content of a price file.
 *
 * @param currency of all prices
 * @param date when they were looked up
 * @param regions the prices of each region by key, in the order of the file
 */
public record PriceBook(String currency, String date, Map<String, Map<String, Double>> regions) {

  /** Copies the map. */
  public PriceBook {
    regions = Collections.unmodifiableMap(new LinkedHashMap<>(regions));
  }

  /** The keys of all prices. */
  public Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    regions.values().forEach(prices -> keys.addAll(prices.keySet()));
    return keys;
  }

  /**
   * These prices, and where they lack one, that of the same region in another book. A book in
   * another currency adds nothing.
   */
  public PriceBook over(PriceBook other) {
    if (!currency.equals(other.currency)) {
      return this;
    }
    Map<String, Map<String, Double>> all = new LinkedHashMap<>(regions);
    other.regions.forEach(
        (region, prices) ->
            all.merge(
                region,
                prices,
                (mine, theirs) -> {
                  Map<String, Double> both = new TreeMap<>(theirs);
                  both.putAll(mine);
                  return both;
                }));
    return new PriceBook(currency, date, all);
  }

  /** The prices of a region, or those of the first one if it has none. */
  public Prices in(@Nullable String region) {
    String known =
        region != null && regions.containsKey(region) ? region : regions.keySet().iterator().next();
    return new Prices(currency, date, known, region, regions.getOrDefault(known, Map.of()));
  }
}
