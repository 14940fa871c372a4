/** What jobs must be allowed to do at AWS, and nothing beyond. Pure. */
@NullMarked
package dev.evenkeel.jobs.iam;

import org.jspecify.annotations.NullMarked;
