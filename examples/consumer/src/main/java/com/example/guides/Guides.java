package com.example.guides;

/** Runs the programs of all guides, in the order of their pages. */
public final class Guides {
  private Guides() {}

  public static void main(String[] arguments) {
    LongChat.main(arguments);
    GrowingSets.main(arguments);
    GrowingTable.main(arguments);
    HotDay.main(arguments);
    HotTenant.main(arguments);
    LargeDocuments.main(arguments);
  }
}
