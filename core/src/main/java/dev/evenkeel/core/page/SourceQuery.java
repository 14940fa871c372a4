package dev.evenkeel.core.page;

import java.util.Map;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * One source of a merge: the request that reads it from where the page starts.
 *
 * @param request complete but for its limit
 * @param wanted rows that fail it are dropped: they are there only because a key condition cannot
 *     say an open interval with two ends
 * @param lastPossible whether nothing can follow a key, so that it must not be sent as a start key
 */
public record SourceQuery(
    QueryRequest request,
    Predicate<Map<String, AttributeValue>> wanted,
    Predicate<Map<String, AttributeValue>> lastPossible) {}
