/** The code that talks to S3, reads streams and waits. */
@NullMarked
package dev.evenkeel.objects.internal.shell;

import org.jspecify.annotations.NullMarked;
