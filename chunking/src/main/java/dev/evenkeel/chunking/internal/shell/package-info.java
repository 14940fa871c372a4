/** The shell of chunking: the time, random names, S3 clients, memory. */
@NullMarked
package dev.evenkeel.chunking.internal.shell;

import org.jspecify.annotations.NullMarked;
