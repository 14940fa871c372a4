/** Objects as values: content, metadata, listings. */
@NullMarked
package dev.evenkeel.objects.internal.spec;

import org.jspecify.annotations.NullMarked;
