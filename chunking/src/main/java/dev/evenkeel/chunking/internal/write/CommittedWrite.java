package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.wire.Marker;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A write that is visible.
 *
 * @param before the item just before, as far as it was read
 * @param markers where the values are that left the item
 * @param answer what the last request was answered; null if the answer was lost
 */
record CommittedWrite(
    ItemSnapshot before, Map<String, Marker> markers, @Nullable DynamoDbResponse answer) {}
