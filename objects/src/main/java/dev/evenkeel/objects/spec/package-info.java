/** Objects in S3: where they go, what can be known of them, and what can go wrong. */
@NullMarked
package dev.evenkeel.objects.spec;

import org.jspecify.annotations.NullMarked;
