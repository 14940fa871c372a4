package dev.evenkeel.examples.probes.core;

import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

/** Uses the Enhanced Client outside the one package that may. */
public final class SeesEnhancedClient {
  public Class<?> type(TableSchema<?> schema) {
    return schema.itemType().rawClass();
  }
}
