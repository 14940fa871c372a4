package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.timeseries.spec.TimeSpan;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * What a hook is told of.
 *
 * @param series the logical table
 * @param table as DynamoDB described it a moment ago: its name, ARN, stream
 * @param period what it is for
 */
public record TableEvent(String series, TableDescription table, TimeSpan period) {}
