/** Layouts that change while clients work: the record they agree on, and the protocol around it. */
@NullMarked
package dev.evenkeel.sharding.internal.live;

import org.jspecify.annotations.NullMarked;
