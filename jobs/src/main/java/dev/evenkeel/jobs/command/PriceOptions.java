package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.NearestWord;
import dev.evenkeel.jobs.config.PricesReader;
import dev.evenkeel.jobs.cost.PriceBook;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.work.JobException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The options that name prices. */
final class PriceOptions {
  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description =
          "prices that go over those in the jar, which are AWS's of us-east-1; otherwise"
              + " 'prices' of the configuration, if it is read")
  private @Nullable Path file;

  @Option(
      names = "--price",
      paramLabel = "KEY=PRICE",
      description = "one price, such as dynamodb.standard.readRequestMillion=0.15; may be repeated")
  private Map<String, Double> single = new TreeMap<>();

  boolean areGiven() {
    return file != null || !single.isEmpty();
  }

  /** The prices of the region of a client. */
  Prices of(DynamoDbClient client, @Nullable Path configured) {
    return of(client.serviceClientConfiguration().region().id(), configured);
  }

  /** The prices of the region that is named or that the environment names. */
  Prices of(Connection connection, @Nullable Path configured) {
    String region = connection.region();
    return of(region == null ? System.getenv("AWS_REGION") : region, configured);
  }

  Prices of(@Nullable String region, @Nullable Path configured) {
    Path named = file == null ? configured : file;
    PriceBook book = named == null ? PricesReader.builtIn() : PricesReader.read(named);
    Prices prices = book.in(region);
    for (Map.Entry<String, Double> price : single.entrySet()) {
      prices = prices.with(known(price.getKey(), book), price(price.getKey(), price.getValue()));
    }
    return prices;
  }

  private static String known(String key, PriceBook book) {
    if (!book.keys().contains(key)) {
      String nearest = NearestWord.to(key, book.keys());
      throw new JobException(
          "--price: '%s' is the key of no price.%s"
              .formatted(key, nearest.isEmpty() ? "" : " Did you mean '%s'?".formatted(nearest)));
    }
    return key;
  }

  private static double price(String key, double price) {
    if (!(price >= 0 && price < Double.MAX_VALUE)) {
      throw new JobException(
          "--price: the price %s must be 0 or more but was %s.".formatted(key, price));
    }
    return price;
  }
}
