/** The I/O of uploads: reading, waiting, saving and sending. */
@NullMarked
package dev.evenkeel.upload.internal.shell;

import org.jspecify.annotations.NullMarked;
