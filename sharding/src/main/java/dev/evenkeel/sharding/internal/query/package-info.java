/** Plans of Query and Scan: sources, their merge, start keys. */
@NullMarked
package dev.evenkeel.sharding.internal.query;

import org.jspecify.annotations.NullMarked;
