package dev.evenkeel.chunking.spec.sweep;

/**
 * How far a deep sweep is that several processes share, and what all of them have found.
 *
 * @param segments how many there are; 0 if it has not begun
 * @param segmentsDone how many of them were searched to their end
 * @param isDone whether everything was searched
 * @param sum what was found by all, without a cursor. Foreign objects outside the place of any
 *     value are not counted. Where a process died or was overtaken in a step, what it had noted
 *     counts as in hand. A value whose chunks are in several segments may count once for each
 */
public record SharedSweepReport(
    int segments, int segmentsDone, boolean isDone, DeepSweepReport sum) {}
