package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** How the requests of a page are sent. */
@FunctionalInterface
public interface SourceReader {
  /** Each as it is. */
  SourceReader PLAIN = (source, request) -> TableCall.query(request);

  /**
   * Sends a request.
   *
   * @param source the place of the source among all
   */
  Flow<QueryResponse> read(int source, QueryRequest request);
}
