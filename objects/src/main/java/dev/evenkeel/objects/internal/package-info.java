/** Objects in S3: which bucket, how they are written once and read whole. */
@NullMarked
package dev.evenkeel.objects.internal;

import org.jspecify.annotations.NullMarked;
