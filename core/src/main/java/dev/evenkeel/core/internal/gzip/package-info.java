/** Gzip, read strictly: whole members and nothing after them. */
@NullMarked
package dev.evenkeel.core.internal.gzip;

import org.jspecify.annotations.NullMarked;
