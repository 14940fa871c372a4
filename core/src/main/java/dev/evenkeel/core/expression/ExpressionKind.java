package dev.evenkeel.core.expression;

/** The five expressions of the DynamoDB API, each with the request parameter that carries it. */
public enum ExpressionKind {
  KEY_CONDITION("KeyConditionExpression"),
  CONDITION("ConditionExpression"),
  FILTER("FilterExpression"),
  PROJECTION("ProjectionExpression"),
  UPDATE("UpdateExpression");

  private final String parameter;

  ExpressionKind(String parameter) {
    this.parameter = parameter;
  }

  /** The request parameter's name, as in {@code KeyConditionExpression}. */
  public String parameter() {
    return parameter;
  }
}
