package dev.evenkeel.examples.listed;

class Inherited {
  public void inherited() {}

  void hidden() {}
}
