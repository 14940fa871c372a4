package dev.evenkeel.testkit;

/** The served product, in the words of messages and settings. */
enum Product {
  DYNAMODB("DynamoDB Local", Engine.VARIABLE, "EVENKEEL_DYNAMODB_IMAGE", "amazon/dynamodb-local"),
  S3("S3Proxy", Engine.S3_VARIABLE, "EVENKEEL_S3_IMAGE", "andrewgaul/s3proxy");

  private final String title;
  private final String variable;
  private final String imageVariable;
  private final String image;

  Product(String title, String variable, String imageVariable, String image) {
    this.title = title;
    this.variable = variable;
    this.imageVariable = imageVariable;
    this.image = image;
  }

  String title() {
    return title;
  }

  /** The environment variable that chooses the engine. */
  String variable() {
    return variable;
  }

  /** The environment variable that names another image. */
  String imageVariable() {
    return imageVariable;
  }

  String defaultImage() {
    return image;
  }

  /**
   * Starts it in a container.
   *
   * @throws EngineUnavailableException if Testcontainers or a container engine is missing
   */
  Server startContainer() {
    try {
      return switch (this) {
        case DYNAMODB -> ContainerServer.startDynamoDb();
        case S3 -> ContainerServer.startS3();
      };
    } catch (NoClassDefFoundError e) {
      throw new EngineUnavailableException(
          this,
          "a class of Testcontainers is not on the class path (" + e.getMessage() + ").",
          "Add the test dependency org.testcontainers:testcontainers.",
          e);
    }
  }
}
