package dev.evenkeel.testkit.control;

/**
 * How exports go.
 *
 * @param exporting from the request until the export ends
 * @param telling how late DescribeExport and ListExports tell a change
 * @param files how many data files an export has
 * @param exportsMax how many may be in progress
 */
record ExportSettings(TimeRange exporting, TimeRange telling, int files, int exportsMax) {
  ExportSettings {
    if (files < 1) {
      throw new IllegalArgumentException("an export has at least one file, not " + files);
    }
  }
}
