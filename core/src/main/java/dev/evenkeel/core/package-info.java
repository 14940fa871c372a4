/**
 * What all Evenkeel decorators share: the exceptions that callers may catch, and the {@link
 * ClientThreads} that clients send on. The machinery is in sub-packages.
 */
@NullMarked
package dev.evenkeel.core;

import org.jspecify.annotations.NullMarked;
