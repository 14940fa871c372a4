package dev.evenkeel.jobs.config;

import java.util.Collection;
import java.util.Locale;

/** The known word nearest to a mistyped one. */
public final class NearestWord {
  private NearestWord() {}

  /** The nearest word; empty if more than a third of the letters differ. */
  public static String to(String typed, Collection<String> words) {
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (String word : words) {
      int distance = distance(typed.toLowerCase(Locale.ROOT), word.toLowerCase(Locale.ROOT));
      if (distance < least && distance <= Math.max(1, word.length() / 3)) {
        nearest = word;
        least = distance;
      }
    }
    return nearest;
  }

  /** The edit distance: insertions, deletions, replacements and swaps of neighbours. */
  private static int distance(String a, String b) {
    int[][] rows = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        rows[i][j] = i == 0 ? j : j == 0 ? i : distance(a, b, i, j, rows);
      }
    }
    return rows[a.length()][b.length()];
  }

  private static int distance(String a, String b, int i, int j, int[][] rows) {
    int replaced = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replaced, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
    boolean areSwapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return areSwapped ? Math.min(least, 1 + rows[i - 2][j - 2]) : least;
  }
}
