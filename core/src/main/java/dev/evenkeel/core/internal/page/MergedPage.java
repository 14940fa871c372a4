package dev.evenkeel.core.internal.page;

import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * One page of a merge.
 *
 * @param rows in merged order
 * @param end the last evaluated place, or null when nothing is left
 * @param tied whether another source may hold a row whose key equals the end's, so that resuming
 *     needs to know the end's source
 * @param evaluatedRows rows the sources evaluated, those that are not on this page included
 * @param subRequests how many requests the page took
 * @param capacity what the sub-requests reported, in no particular order; empty unless asked for
 * @param lastAnswer one of the answers, for its response metadata; null if nothing was asked
 * @param readAhead what was read beyond the end; null if nothing is left or nothing is kept
 */
public record MergedPage(
    List<MergedRow> rows,
    @Nullable Position end,
    boolean tied,
    int evaluatedRows,
    int subRequests,
    List<ConsumedCapacity> capacity,
    @Nullable QueryResponse lastAnswer,
    @Nullable ReadAhead readAhead) {}
