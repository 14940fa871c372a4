/** What commands tell, as one JSON document and as text for people. Pure. */
@NullMarked
package dev.evenkeel.jobs.report;

import org.jspecify.annotations.NullMarked;
