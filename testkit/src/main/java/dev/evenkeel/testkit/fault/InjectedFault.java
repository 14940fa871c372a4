package dev.evenkeel.testkit.fault;

import java.util.Set;

/**
 * One line of an injector's journal: a request and the fault that struck it.
 *
 * @param request the number of the request, counted from 1 over all that passed the injector; each
 *     attempt of a retried call is a request of its own
 * @param operation the operation's name as the service spells it, for example {@code PutItem} or
 *     {@code PutObject}
 * @param resources the tables, or the bucket, that the request names
 * @param fault the fault, as its {@link Fault#toString()}
 * @param match the number of the match within its rule, counted from 1
 */
public record InjectedFault(
    long request, String operation, Set<String> resources, String fault, long match) {
  /** Copies the set of resources. */
  public InjectedFault {
    resources = Set.copyOf(resources);
  }
}
