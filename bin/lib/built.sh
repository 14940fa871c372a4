# Sourced by the programs beside this folder: builds the module that holds one, if need be, and sets
# java and classpath. Nothing is installed into the local repository. Expects of the caller:
#   root     the folder of the project
#   program  the program's name; the module's pom writes its class path to target/$program.classpath
#   module   the module that holds it

say() {
  printf '%s: %s\n' "$program" "$1" >&2
}

classpath_file=$root/$module/target/$program.classpath
built=$root/$module/target/$program.built

if [ -n "${JAVA_HOME:-}" ]; then
  java=$JAVA_HOME/bin/java
else
  java=java
fi

# Whether the last build still holds: no source, resource or pom is newer, and no jar is gone.
is_built() {
  [ -f "$built" ] && [ -f "$classpath_file" ] || return 1
  newer=$(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/src/main -newer "$built") || return 1
  [ -z "$newer" ] || return 1
  printf '%s\n' "$root/$module/target/classes:$(cat "$classpath_file")" | tr ':' '\n' |
    while IFS= read -r entry; do
      [ -e "$entry" ] || exit 1
    done
}

compile() {
  (cd "$root" && mvn -B -Dstyle.color=never -Dspotless.check.skip=true "$@" \
    -pl "$module" -am compile 2>&1)
}

build() {
  command -v mvn >/dev/null || {
    say "mvn is not on the PATH. Install Maven 3.8.7 or newer."
    exit 1
  }
  say "building with Maven; the first time takes a minute or two ..."
  mkdir -p "$root/$module/target"
  rm -f "$built"
  touch "$built.started" # edits made while Maven runs are newer than this
  # Offline first: a network that is slow or gone does not matter once everything is at hand.
  output=$(compile -o) || output=$(compile) || {
    printf '%s\n' "$output" >&2
    say "the build failed; Maven's output is above."
    exit 1
  }
  mv "$built.started" "$built"
}

command -v "$java" >/dev/null || {
  say "no java at '$java'. Install a JDK 17 or newer, or set JAVA_HOME to one."
  exit 1
}
is_built || build
classpath=$root/$module/target/classes:$(cat "$classpath_file")
