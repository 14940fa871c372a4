/** What will be asked of S3, in which order, and what is made of the answers. Pure. */
@NullMarked
package dev.evenkeel.objects.internal.plan;

import org.jspecify.annotations.NullMarked;
