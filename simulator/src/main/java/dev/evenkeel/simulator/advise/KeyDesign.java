package dev.evenkeel.simulator.advise;

/**
 * The rows of AWS's table of partition keys (<em>Best practices for tables</em>, "Choosing a
 * partition key").
 */
public enum KeyDesign {
  MANY_USERS(true, "User ID, where the application has many users"),
  FEW_VALUES(false, "Status code, where there are only a few possible status codes"),
  ROUNDED_TIME(
      false, "Item creation date, rounded to the nearest time period (e.g. day, hour, minute)"),
  EVEN_DEVICES(true, "Device ID, where each device accesses data at relatively similar intervals"),
  ONE_POPULAR(
      false,
      "Device ID, where even if there are a lot of devices being tracked, one is by far more"
          + " popular than all the others");

  private final boolean good;
  private final String row;

  KeyDesign(boolean good, String row) {
    this.good = good;
    this.row = row;
  }

  /** The rating in AWS's table: good or bad. */
  public boolean good() {
    return good;
  }

  /** The row, in AWS's words. */
  public String row() {
    return row;
  }
}
