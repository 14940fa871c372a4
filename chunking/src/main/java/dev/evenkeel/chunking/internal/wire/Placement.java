package dev.evenkeel.chunking.internal.wire;

import org.jspecify.annotations.Nullable;

/** Where the stored form of a value is. */
public enum Placement {
  /** In the item, under its own name. */
  ITEM("item"),
  /** In the chunk table. */
  CHUNKS("chunks"),
  /** In the chunk table, in the layout that AWS's text shows. */
  SEED_CHUNKS("seed"),
  /** In S3. */
  OBJECT("object");

  private final String text;

  Placement(String text) {
    this.text = text;
  }

  /** How markers write it. */
  public String text() {
    return text;
  }

  /** Whether the value is somewhere else than in its item. */
  public boolean isOutside() {
    return this != ITEM;
  }

  static @Nullable Placement ofText(String text) {
    for (Placement placement : values()) {
      if (placement.text.equals(text)) {
        return placement;
      }
    }
    return null;
  }
}
