/** One operation, one plan: what decorators find by the class of a request. */
@NullMarked
package dev.evenkeel.core.internal.operation;

import org.jspecify.annotations.NullMarked;
