package dev.evenkeel.testkit.control;

/**
 * The quotas of an account in one region. Those of {@link #aws} are DynamoDB's defaults, from the
 * page "Quotas in Amazon DynamoDB" of its developer guide and, for the request rate, from "Best
 * practices for using control-plane API operations".
 *
 * @param tablesMax tables, whatever their status
 * @param busyTablesMax tables that are CREATING, UPDATING or DELETING at once
 * @param busyIndexedTablesMax the same for a CreateTable with a secondary index
 * @param requestsPerSecondMax table operations per second, reads included; what is not used in a
 *     second is lost
 * @param tableUnitsMax provisioned read units, and write units, of a table with its indexes
 * @param accountUnitsMax provisioned read units, and write units, of all tables with their indexes
 */
public record ControlLimits(
    int tablesMax,
    int busyTablesMax,
    int busyIndexedTablesMax,
    int requestsPerSecondMax,
    long tableUnitsMax,
    long accountUnitsMax) {

  /** DynamoDB's defaults. */
  public static ControlLimits aws() {
    return new ControlLimits(2_500, 500, 250, 2_500, 40_000, 80_000);
  }

  /** The same but for the number of tables. */
  public ControlLimits tablesMax(int max) {
    return new ControlLimits(
        max,
        busyTablesMax,
        busyIndexedTablesMax,
        requestsPerSecondMax,
        tableUnitsMax,
        accountUnitsMax);
  }

  /**
   * The same but for what may be busy at once. Accounts with no more than 10 have been seen
   * (hashicorp/terraform-provider-aws#1776), and with 20 (sebdah/dynamic-dynamodb#230).
   */
  public ControlLimits busyTablesMax(int max, int indexedMax) {
    return new ControlLimits(
        tablesMax, max, indexedMax, requestsPerSecondMax, tableUnitsMax, accountUnitsMax);
  }

  /** The same but for the rate of requests. */
  public ControlLimits requestsPerSecondMax(int max) {
    return new ControlLimits(
        tablesMax, busyTablesMax, busyIndexedTablesMax, max, tableUnitsMax, accountUnitsMax);
  }

  /** The same but for provisioned units. */
  public ControlLimits unitsMax(long perTable, long perAccount) {
    return new ControlLimits(
        tablesMax, busyTablesMax, busyIndexedTablesMax, requestsPerSecondMax, perTable, perAccount);
  }
}
