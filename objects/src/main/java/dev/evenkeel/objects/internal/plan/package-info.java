/** The requests to S3, their order, and the use of the answers. Pure. */
@NullMarked
package dev.evenkeel.objects.internal.plan;

import org.jspecify.annotations.NullMarked;
