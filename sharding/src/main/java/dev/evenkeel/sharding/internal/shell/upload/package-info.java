/** How an upload reads, waits, saves and sends. */
@NullMarked
package dev.evenkeel.sharding.internal.shell.upload;

import org.jspecify.annotations.NullMarked;
