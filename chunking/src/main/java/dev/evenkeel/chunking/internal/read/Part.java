package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.core.internal.flow.Flow;

/**
 * One of several things that are read together: a value of an item, or an item with its values.
 *
 * @param <T> what it is as callers see it
 */
public interface Part<T> {
  /** How many bytes are unpacked for it, and come of that; 0 if it is as it is stored. */
  long bytes();

  /** Whether all of it has been read, so that it only has to be unpacked. */
  boolean isHere();

  /** Whether fetching it takes several requests, so that it shares the width with no other. */
  boolean isWide();

  /** The thing, if it is here; a computation that asks for nothing. */
  T here();

  /**
   * The thing, if something has to be fetched for it.
   *
   * @param widthMax how many requests may be under way for it
   */
  Flow<T> fetched(int widthMax);
}
