/** Reading many sources as one: the ordered merge, the resume rules, and the limits they obey. */
@NullMarked
package dev.evenkeel.core.internal.page;

import org.jspecify.annotations.NullMarked;
