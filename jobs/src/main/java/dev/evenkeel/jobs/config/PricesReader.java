package dev.evenkeel.jobs.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.cost.PriceBook;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Reads price files. */
public final class PricesReader {
  private static final String RESOURCE = "/dev/evenkeel/jobs/cost/prices.yaml";
  private static final List<String> KEYS = List.of("currency", "date", "regions");
  private static final PriceBook BUILT_IN = load();

  private final PositionedYaml yaml;

  private PricesReader(PositionedYaml yaml) {
    this.yaml = yaml;
  }

  /** The prices in the jar. */
  public static PriceBook builtIn() {
    return BUILT_IN;
  }

  private static PriceBook load() {
    try (InputStream resource = PricesReader.class.getResourceAsStream(RESOURCE)) {
      String text = new String(Objects.requireNonNull(resource, RESOURCE).readAllBytes(), UTF_8);
      return new PricesReader(YamlReader.read("prices.yaml", text)).book(Set.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a file, whose prices go over those in the jar.
   *
   * @throws ConfigurationException if it cannot be used, saying where and why
   */
  public static PriceBook read(Path path) {
    String text = TextFile.read(path, ConfigurationException::noPrices);
    PositionedYaml yaml = YamlReader.read(path.toString(), text);
    return new PricesReader(yaml).book(BUILT_IN.keys()).over(BUILT_IN);
  }

  /**
   * The whole file.
   *
   * @param known the keys of prices that there are; empty for any
   */
  private PriceBook book(Set<String> known) {
    JsonNode root = yaml.root();
    for (String key : KEYS) {
      if (!root.has(key)) {
        throw wrong(JsonPointer.empty(), "'%s' is missing. Take prices.yaml as an example", key);
      }
    }
    root.fieldNames()
        .forEachRemaining(
            key -> {
              if (!KEYS.contains(key)) {
                throw unknown(JsonPointer.empty(), key, KEYS);
              }
            });
    JsonNode regions = root.path("regions");
    JsonPointer at = JsonPointer.empty().appendProperty("regions");
    if (!regions.isObject() || regions.isEmpty()) {
      throw wrong(at, "'%s' must be a mapping by region, with one region at least", "regions");
    }
    Map<String, Map<String, Double>> all = new LinkedHashMap<>();
    regions
        .properties()
        .forEach(
            region -> {
              Map<String, Double> prices = new TreeMap<>();
              read(region.getValue(), at.appendProperty(region.getKey()), "", known, prices);
              all.put(region.getKey(), prices);
            });
    return new PriceBook(root.path("currency").asText(), root.path("date").asText(), all);
  }

  private void read(
      JsonNode section,
      JsonPointer at,
      String before,
      Set<String> known,
      Map<String, Double> prices) {
    section
        .properties()
        .forEach(
            entry -> {
              String key = before + entry.getKey();
              JsonPointer place = at.appendProperty(entry.getKey());
              JsonNode value = entry.getValue();
              if (value.isObject()) {
                read(value, place, key + ".", known, prices);
              } else if (!entry.getKey().equals("source")) {
                if (!known.isEmpty() && !known.contains(key)) {
                  throw unknown(at, key, known);
                }
                prices.put(key, price(place, key, value));
              }
            });
  }

  private double price(JsonPointer at, String key, JsonNode value) {
    if (!value.isNumber() || value.asDouble() < 0) {
      throw wrong(at, "'%s' must be a number, 0 or more", key);
    }
    return value.asDouble();
  }

  private ConfigurationException unknown(JsonPointer at, String key, Collection<String> known) {
    String nearest = NearestWord.to(key, known);
    return wrong(
        at,
        nearest.isEmpty()
            ? "'%s' is none of the keys of price files"
            : "'%s' is none of the keys of price files. Did you mean '" + nearest + "'?",
        key);
  }

  private ConfigurationException wrong(JsonPointer at, String problem, String key) {
    String message = problem.formatted(key);
    return ConfigurationException.of(
        yaml.value(at), message.endsWith("?") ? message : message + ".");
  }
}
