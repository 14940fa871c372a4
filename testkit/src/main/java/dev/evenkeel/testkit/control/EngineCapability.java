package dev.evenkeel.testkit.control;

import java.util.EnumSet;
import java.util.Set;

/**
 * Capabilities that some engines with DynamoDB's protocol lack. For a missing one the simulator
 * answers as DynamoDB Local 3.3.1 does.
 */
public enum EngineCapability {
  /** Without it tags of CreateTable are ignored, and tag operations unknown. */
  TAGS,
  /** Without it its two operations are unknown. */
  TIME_TO_LIVE,
  /** Without it UpdateContinuousBackups and DescribeContinuousBackups are unknown operations. */
  POINT_IN_TIME_RECOVERY,
  /** Without it the setting is ignored. */
  DELETION_PROTECTION,
  /** Without it the setting is ignored. */
  STREAMS,
  /** Without it the setting is ignored. */
  WARM_THROUGHPUT,
  /** Without it the setting is ignored. */
  TABLE_CLASS,
  /** Without it descriptions have no table id. */
  TABLE_IDS;

  /** The capabilities of DynamoDB Local 3.3.1. */
  public static Set<EngineCapability> ofDynamoDbLocal() {
    return EnumSet.of(TIME_TO_LIVE, DELETION_PROTECTION, STREAMS);
  }
}
