/** What every Evenkeel decorator shares: its exceptions, and in sub-packages its machinery. */
@NullMarked
package dev.evenkeel.core;

import org.jspecify.annotations.NullMarked;
