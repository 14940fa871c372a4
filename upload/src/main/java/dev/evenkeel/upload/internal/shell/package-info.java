/** How an upload reads, waits, saves and sends. */
@NullMarked
package dev.evenkeel.upload.internal.shell;

import org.jspecify.annotations.NullMarked;
