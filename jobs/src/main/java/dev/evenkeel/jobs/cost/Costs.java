package dev.evenkeel.jobs.cost;

import dev.evenkeel.jobs.cost.CostLine.Per;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** What an action costs, thing by thing. What is not known is said, and never guessed. */
public final class Costs {
  private static final double SECONDS_OF_AN_HOUR = 3_600;

  /** A read unit is 4 KB, and half of one if any copy of the items will do. */
  private static final double BYTES_OF_A_READ_UNIT = 8_192;

  private final Prices prices;
  private final List<CostLine> lines = new ArrayList<>();

  public Costs(Prices prices) {
    this.prices = prices;
  }

  /** Adds a thing. */
  public Costs add(String what, Per per, double quantity, Price price) {
    Double amount = prices.of(price, quantity);
    String unknown =
        amount == null
            ? "there is no price %s of %s".formatted(price.key(), prices.region())
            : null;
    lines.add(new CostLine(what, per, quantity, price, amount, unknown));
    return this;
  }

  /**
   * Adds scans of a whole table, at the prices of its class: of requests, or of the hours in which
   * its provisioned units do that.
   *
   * @param bytes its size
   */
  Costs scans(String what, int count, long bytes, TableDescription table) {
    double units = count * Math.ceil(bytes / BYTES_OF_A_READ_UNIT);
    TableClass of = ObservedTable.of(table, Ownership.UNKNOWN).tableClass();
    return units(what, units, table, Price.readRequests(of), Price.readUnitHour(of));
  }

  /** Adds write units, in the same way. */
  Costs writes(String what, double units, TableDescription table) {
    TableClass of = ObservedTable.of(table, Ownership.UNKNOWN).tableClass();
    return units(what, units, table, Price.writeRequests(of), Price.writeUnitHour(of));
  }

  private Costs units(
      String what, double units, TableDescription table, Price request, Price unitHour) {
    return ObservedTable.of(table, Ownership.UNKNOWN).units() == null
        ? add(what, Per.ONCE, units, request)
        : add(what + " in hours of units at most", Per.ONCE, units / SECONDS_OF_AN_HOUR, unitHour);
  }

  /** Adds a thing whose quantity is paid already. */
  public Costs free(String what, double quantity, Price price) {
    lines.add(new CostLine(what, Per.ONCE, quantity, price, 0.0, null));
    return this;
  }

  /**
   * Adds a thing of which it is not known how much it is.
   *
   * @param why the reason, without a full stop
   */
  public Costs unknown(String what, Per per, @Nullable Price price, String why) {
    lines.add(new CostLine(what, per, null, price, null, why));
    return this;
  }

  public Prices prices() {
    return prices;
  }

  /** All of them, in the order in which they were added. */
  public List<CostLine> lines() {
    return List.copyOf(lines);
  }

  /** The sum of what is known of those that are paid so often. */
  public double known(Per per) {
    return lines.stream()
        .filter(line -> line.per() == per)
        .mapToDouble(line -> line.amount() == null ? 0 : line.amount())
        .sum();
  }

  /** Whether anything is not known. */
  public boolean isPartial() {
    return lines.stream().anyMatch(line -> line.amount() == null);
  }
}
