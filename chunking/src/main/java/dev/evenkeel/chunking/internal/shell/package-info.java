/** What the plans cannot know by themselves: the time, names that nobody had, S3 clients. */
@NullMarked
package dev.evenkeel.chunking.internal.shell;

import org.jspecify.annotations.NullMarked;
