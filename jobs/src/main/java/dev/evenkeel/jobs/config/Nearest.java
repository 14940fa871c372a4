package dev.evenkeel.jobs.config;

import java.util.Collection;
import java.util.Locale;

/** The word that a mistyped one was probably meant to be. */
final class Nearest {
  private Nearest() {}

  /** The nearest of the words; empty if none is near: a third of its letters may be wrong. */
  static String to(String typed, Collection<String> words) {
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

  /** How many letters are to be put in, taken out or replaced (Levenshtein). */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above, row[j - 1]));
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
