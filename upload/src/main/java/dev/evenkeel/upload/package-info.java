/** Uploads of any size, spread over the partition keys, through any client. */
@NullMarked
package dev.evenkeel.upload;

import org.jspecify.annotations.NullMarked;
