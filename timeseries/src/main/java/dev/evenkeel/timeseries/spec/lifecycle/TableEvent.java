package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.timeseries.spec.TimeSpan;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The event of a hook.
 *
 * @param series the logical table
 * @param table as DynamoDB described it a moment ago: its name, ARN, stream
 * @param period its period
 */
public record TableEvent(String series, TableDescription table, TimeSpan period) {}
