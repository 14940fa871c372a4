package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.page.SourceQuery.SourceReader;
import dev.evenkeel.timeseries.internal.route.ArchiveLookup.Archives;
import dev.evenkeel.timeseries.internal.route.CallerNames;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Reads the tables of periods as the sources of a merge. Where a table is not there, the one that
 * it was restored to is read, from there on and for every page of the source. Without one the
 * source has no rows, unless that is a failure.
 */
final class PeriodReader implements SourceReader {
  private final CoverageLog coverage;
  private final Archives archives;
  private final List<PeriodTable> tables;
  private final CallerNames names;
  private final String callerName;
  private final Map<Integer, Map<String, AttributeValue>> lastKeys;

  /** The names of restored tables in requests, by the positions of the missing ones. */
  private final Map<Integer, String> restored = new HashMap<>();

  /**
   * @param tables by the places of the sources
   * @param names records the restored tables
   * @param callerName how the caller names the series
   * @param lastKeys receives the last evaluated key of each table
   */
  PeriodReader(
      CoverageLog coverage,
      Archives archives,
      List<PeriodTable> tables,
      CallerNames names,
      String callerName,
      Map<Integer, Map<String, AttributeValue>> lastKeys) {
    this.coverage = coverage;
    this.archives = archives;
    this.tables = tables;
    this.names = names;
    this.callerName = callerName;
    this.lastKeys = lastKeys;
  }

  @Override
  public Flow<QueryResponse> read(int place, QueryRequest request) {
    String other = restored.get(place);
    return TableCall.query(other == null ? request : request.toBuilder().tableName(other).build())
        .map(answer -> answered(place, answer))
        .recover(cause -> failed(place, request, cause));
  }

  private QueryResponse answered(int place, QueryResponse answer) {
    coverage.read(place);
    lastKeys.put(place, answer.lastEvaluatedKey());
    return answer;
  }

  private Flow<QueryResponse> failed(int place, QueryRequest request, Throwable cause) {
    if (!(cause instanceof ResourceNotFoundException missing)) {
      return Flow.failed(names.failure(cause));
    }
    PeriodTable other = restored.containsKey(place) ? null : archives.restored(tables.get(place));
    if (other != null) {
      restored.put(place, names.add(callerName, other));
      return read(place, request);
    }
    Throwable refused = coverage.absent(place, archives, missing);
    return refused == null
        ? Flow.of(QueryResponse.builder().count(0).scannedCount(0).build())
        : Flow.failed(refused);
  }
}
