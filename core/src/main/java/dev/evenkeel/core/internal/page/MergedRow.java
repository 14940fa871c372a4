package dev.evenkeel.core.internal.page;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A row of a merged page.
 *
 * @param source the index of the source it came from, in tie order
 * @param item as the source returned it
 */
public record MergedRow(int source, Map<String, AttributeValue> item) {}
