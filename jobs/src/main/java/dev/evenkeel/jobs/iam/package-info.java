/** The least IAM rights that jobs need. Pure. */
@NullMarked
package dev.evenkeel.jobs.iam;

import org.jspecify.annotations.NullMarked;
