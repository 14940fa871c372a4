package dev.evenkeel.core.listen;

import dev.evenkeel.core.operation.Operation;
import java.util.List;

/**
 * One call of a decorator's client that concerns a managed table.
 *
 * @param decorator the decorator that manages it, such as {@code sharding}
 * @param number identifies the call at its client; from 1, in the order in which calls started
 * @param operation the operation that the caller called
 * @param tables the plain names of all tables the request names, managed or not, each once; none
 *     for PartiQL, which names them in text
 */
public record ManagedCall(String decorator, long number, Operation operation, List<String> tables) {
  public ManagedCall {
    tables = List.copyOf(tables);
  }
}
