package dev.evenkeel.examples.listed;

record Secret() implements Sample.Shape {}
