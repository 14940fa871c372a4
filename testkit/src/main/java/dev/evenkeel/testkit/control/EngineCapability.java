package dev.evenkeel.testkit.control;

import java.util.EnumSet;
import java.util.Set;

/**
 * What not every engine that speaks DynamoDB's protocol can do. Where a simulator is told that its
 * engine cannot, it answers as DynamoDB Local 3.3.1 was seen to.
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

  /** What DynamoDB Local 3.3.1 can do. */
  public static Set<EngineCapability> ofDynamoDbLocal() {
    return EnumSet.of(TIME_TO_LIVE, DELETION_PROTECTION, STREAMS);
  }
}
