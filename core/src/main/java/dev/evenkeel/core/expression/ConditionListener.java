package dev.evenkeel.core.expression;

/** Is told what a {@link ConditionParser} recognises, in the order of the text; may refuse it. */
interface ConditionListener {
  ConditionListener NONE =
      new ConditionListener() {
        @Override
        public void connective(Token operator) {}

        @Override
        public void predicate(Token start, Condition predicate) {}
      };

  /** An AND, OR or NOT. */
  void connective(Token operator);

  /** A comparison, BETWEEN, IN or function. */
  void predicate(Token start, Condition predicate);
}
