/** How an upload goes: what is read, sent, retried and remembered, and when. */
@NullMarked
package dev.evenkeel.upload.internal;

import org.jspecify.annotations.NullMarked;
