/**
 * The objects of an archive, byte by byte: data files, manifests, digests and keys, in the layout
 * of DynamoDB's own export to S3. Described in {@code docs/wire-format.md}.
 */
@NullMarked
package dev.evenkeel.timeseries.internal.plan.archive.format;

import org.jspecify.annotations.NullMarked;
