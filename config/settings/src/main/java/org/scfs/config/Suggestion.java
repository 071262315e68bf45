package org.scfs.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Guesses what somebody meant who wrote a word that is not known. */
final class Suggestion {

  private Suggestion() {}

  /** The end of a message about an unknown word: the word that was meant, or else all there are. */
  static String hint(String word, Collection<String> known) {
    Optional<String> nearest = nearest(word, known);
    if (nearest.isPresent()) {
      return "; did you mean \"" + nearest.get() + "\"?";
    }
    return known.isEmpty() ? "; there is none" : "; known: " + String.join(", ", sorted(known));
  }

  /** The known word that a few slips of the fingers turn into the given one. */
  static Optional<String> nearest(String word, Collection<String> known) {
    int tolerated = Math.clamp(word.length() / 3, 1, 3);
    return sorted(known).stream()
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .filter(candidate -> distance(word, candidate) <= tolerated);
  }

  /**
   * The number of letters to insert, delete, replace or swap with their neighbour (optimal string
   * alignment), capitals being equal to small letters.
   */
  static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
        if (swapped(a, i, b, j)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[b.length()];
  }

  private static boolean swapped(String a, int i, String b, int j) {
    return i > 1
        && j > 1
        && a.charAt(i - 1) == b.charAt(j - 2)
        && a.charAt(i - 2) == b.charAt(j - 1);
  }

  private static Set<String> sorted(Collection<String> words) {
    return new TreeSet<>(words);
  }
}
