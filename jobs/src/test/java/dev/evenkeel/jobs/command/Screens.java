package dev.evenkeel.jobs.command;

/** Reads what is written to a terminal as it would show it. */
public final class Screens {
  private Screens() {}

  /** The lines that stay, without what was drawn over. */
  public static String shows(String written) {
    StringBuilder lines = new StringBuilder();
    for (String line : written.replace("\r\n", "\n").split("\n", -1)) {
      StringBuilder cells = new StringBuilder();
      for (String drawn : line.split("\r", -1)) {
        cells.replace(0, Math.min(cells.length(), drawn.length()), drawn);
      }
      lines.append(cells.toString().stripTrailing()).append('\n');
    }
    return lines.substring(0, lines.length() - 1);
  }
}
