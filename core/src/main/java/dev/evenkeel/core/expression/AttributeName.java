package dev.evenkeel.core.expression;

import java.util.Objects;

/**
 * An attribute (or a map key) as an expression names it.
 *
 * <p>Two names that are written differently are unequal even when they resolve alike; {@link
 * #sameAs} compares what they resolve to.
 *
 * @param token what the expression says: {@code #p}, or the name itself
 * @param name the attribute it stands for; may hold any character, a dot included
 */
public record AttributeName(String token, String name) implements PathElement {

  public AttributeName {
    Objects.requireNonNull(token, "token");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("The attribute name of '" + token + "' is empty");
    }
    if (!token.startsWith("#") && !token.equals(name)) {
      throw new IllegalArgumentException(
          "'%s' cannot stand for the attribute '%s': only a # placeholder can"
              .formatted(token, name));
    }
  }

  /** An attribute written without a placeholder. */
  public static AttributeName bare(String name) {
    return new AttributeName(name, name);
  }

  public boolean isPlaceholder() {
    return token.startsWith("#");
  }

  @Override
  public boolean sameAs(PathElement other) {
    return other instanceof AttributeName that && name.equals(that.name);
  }
}
