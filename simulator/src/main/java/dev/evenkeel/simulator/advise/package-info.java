/**
 * The key advisor: what is wrong with a table's keys and items, by a trace of its requests or a
 * sample of it, and what to do. See {@link dev.evenkeel.simulator.advise.KeyAdvisor} and {@link
 * dev.evenkeel.simulator.advise.TableAdvisor}.
 */
@NullMarked
package dev.evenkeel.simulator.advise;

import org.jspecify.annotations.NullMarked;
