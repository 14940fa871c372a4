package dev.evenkeel.chunking.spec.sweep;

/**
 * The result for a stream record.
 *
 * @param noted values outside that the old image has and the new one has not, now noted for a sweep
 *     to remove
 * @param undecidable attributes whose marker in the old image cannot be read, since a newer version
 *     or none wrote it: nothing was noted of them
 */
public record StreamReport(int noted, int undecidable) {}
