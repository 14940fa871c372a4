package dev.evenkeel.jobs.cost;

import dev.evenkeel.jobs.cost.CostLine.Per;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an action costs, thing by thing. What is not known is said, and never guessed. */
public final class Costs {
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
