/** Sources, checkpoints and reports of uploads. */
@NullMarked
package dev.evenkeel.upload.spec;

import org.jspecify.annotations.NullMarked;
