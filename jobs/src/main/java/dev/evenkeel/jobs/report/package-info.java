/** The reports of commands, as one JSON document and as text. Pure. */
@NullMarked
package dev.evenkeel.jobs.report;

import org.jspecify.annotations.NullMarked;
