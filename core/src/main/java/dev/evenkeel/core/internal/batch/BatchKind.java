package dev.evenkeel.core.internal.batch;

import dev.evenkeel.core.internal.flow.Flow;
import java.util.List;

/**
 * What a batch consists of.
 *
 * @param <R> the response
 * @param <E> a key or a write, with its table
 */
interface BatchKind<R, E> {

  /** The most entries of one request. */
  int partMax();

  /** All entries of the batch, table by table. */
  List<E> entries();

  /**
   * Whether all entries are of different items.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if that cannot be told
   */
  Flow<Boolean> isDistinct();

  /** Whether the first request is sent alone: one that is refused then has changed nothing. */
  boolean isFirstAlone();

  /** Sends the caller's request as it is. */
  Flow<R> sendWhole();

  /** Sends some of the entries. */
  Flow<R> send(List<E> part);

  /** The entries that an answer leaves unprocessed. */
  List<E> left(R answer);

  /** One answer for all. */
  R joined(List<R> answers, List<E> left);
}
