package dev.evenkeel.core.listen;

import dev.evenkeel.core.operation.Operation;
import java.util.List;

/**
 * One call of a decorator's client that concerns a managed table.
 *
 * @param decorator who manages it, such as {@code sharding}
 * @param number tells the calls of one client apart; from 1, in the order in which they started
 * @param operation what the caller asked for
 * @param tables the plain names of all tables the request names, managed or not, each once; none
 *     for PartiQL, which names them in text
 */
public record ManagedCall(String decorator, long number, Operation operation, List<String> tables) {
  public ManagedCall {
    tables = List.copyOf(tables);
  }
}
