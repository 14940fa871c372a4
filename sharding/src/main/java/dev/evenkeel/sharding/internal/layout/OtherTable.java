package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.operation.LayerRules;
import dev.evenkeel.core.operation.LayerRules.Periods;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A table that items are moved to from another.
 *
 * @param name its plain name
 * @param periods the {@linkplain Periods#layoutId layout} of the time series that it is; null if it
 *     is a table
 */
public record OtherTable(String name, @Nullable String periods) {

  /**
   * A table as a client knows it.
   *
   * @param below the layers that the client stands over
   */
  public static OtherTable of(String name, List<? extends LayerRules> below) {
    Periods periods = periodsOf(name, below);
    return new OtherTable(name, periods == null ? null : periods.layoutId());
  }

  /** A table that is not the one of that name; null otherwise: items are in their own again. */
  public static @Nullable OtherTable unlessOwn(String ownName, @Nullable OtherTable table) {
    return table == null || table.name().equals(ownName) ? null : table;
  }

  /** The periods of a table; null if it has none in these layers. */
  public static @Nullable Periods periodsOf(String name, List<? extends LayerRules> layers) {
    return layers.stream()
        .map(layer -> layer.periodsOf(name))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /**
   * Sees to it that a client looks for items where they are.
   *
   * @param tableName the table that they are moved from
   * @param below the layers that the client stands over
   * @throws LayoutFormatException if it would look elsewhere
   */
  public void requireSame(String tableName, List<? extends LayerRules> below) {
    OtherTable own = of(name, below);
    if (!own.equals(this)) {
      throw new LayoutFormatException(
          tableName,
          "cannot be acted on by this client: its items are, or will be, in %s, which here is %s"
              .formatted(text(), own.text()),
          "All clients and commands of the table stand over a time series client with the same series, or over none; commands take it by --series");
    }
  }

  private String text() {
    return periods == null
        ? "table '%s'".formatted(name)
        : "time series '%s' (%s)".formatted(name, periods);
  }
}
