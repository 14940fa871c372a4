/** The logic of an upload: reading, sending, retries and checkpoints. */
@NullMarked
package dev.evenkeel.upload.internal;

import org.jspecify.annotations.NullMarked;
