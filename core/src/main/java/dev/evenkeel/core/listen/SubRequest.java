package dev.evenkeel.core.listen;

import dev.evenkeel.core.operation.Operation;
import java.util.List;

/**
 * One request that a decorator sends for a call.
 *
 * @param call the call it is a part of
 * @param number identifies the sub-request in its call; from 1, in the order in which the plan
 *     wanted them. One that was never sent leaves a gap
 * @param operation its own operation, often another than the call's
 * @param tables the plain names of the tables that it goes to
 */
public record SubRequest(ManagedCall call, int number, Operation operation, List<String> tables) {
  public SubRequest {
    tables = List.copyOf(tables);
  }
}
