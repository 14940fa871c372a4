package dev.evenkeel.examples.listed;

import java.io.IOException;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public abstract class Sample<T extends Comparable<T>> extends Inherited implements AutoCloseable {
  public static final int LIMIT = 1;
  protected @Nullable String name;
  private int hidden;

  protected Sample(int hidden) {
    this.hidden = hidden;
  }

  Sample() {}

  public static <K> Map.Entry<K, @Nullable String> entry(K key, String... values)
      throws IOException {
    if (values.length == 0) {
      throw new IOException("no values");
    }
    return new AbstractMap.SimpleEntry<>(key, values[0]);
  }

  public abstract List<? extends T> all();

  public byte @Nullable [] bytes() {
    return null;
  }

  @Override
  public final void close() {
    hidden++;
  }

  @Override
  public String toString() {
    return "hidden" + hidden;
  }

  public sealed interface Shape permits Shape.Dot, Shape.Line, Secret {
    record Dot(int x, @Nullable String text) implements Shape {
      public Dot(int x) {
        this(x, null);
      }

      public int twice() {
        return 2 * x;
      }
    }

    enum Line implements Shape {
      THIN,
      THICK
    }
  }

  static class Hidden {
    public void hidden() {}
  }
}
