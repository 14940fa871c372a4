package dev.evenkeel.benchmarks.figure;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run.
 *
 * @param scale how large it is
 * @param data a folder with real data; null to make some up
 */
public record Setting(Scale scale, @Nullable Path data) {}
