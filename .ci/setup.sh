# shellcheck shell=sh
# What scfs, mvnw and .ci/run share: finding a JDK and installing system packages. To be sourced.

say() {
  echo "scfs: $*" >&2
}

# Ends with the exit code for "something that is needed is not there".
unavailable() {
  say "$*"
  exit 69
}

# jdk_major DIR: prints the major version of the JDK there, which its release file tells sooner
# than starting it would.
jdk_major() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r jdk_line || [ -n "$jdk_line" ]; do
    case $jdk_line in
      JAVA_VERSION=*)
        jdk_version=${jdk_line#JAVA_VERSION=}
        jdk_version=${jdk_version#\"}
        jdk_version=${jdk_version%%[!0-9]*}
        [ -n "$jdk_version" ] || return 1
        echo "$jdk_version"
        return 0
        ;;
    esac
  done <"$1/release"
  return 1
}

# is_jdk DIR LEAST MOST
is_jdk() {
  jdk_found=$(jdk_major "$1") && [ "$jdk_found" -ge "$2" ] && [ "$jdk_found" -le "$3" ]
}

# find_jdk LEAST MOST: prints the folder of a JDK whose major version lies between the two.
find_jdk() {
  if [ -n "${SCFS_JAVA_HOME:-}" ]; then
    is_jdk "$SCFS_JAVA_HOME" "$1" "$2" || return 1
    echo "$SCFS_JAVA_HOME"
    return 0
  fi
  jdk_on_path=$(command -v java || true)
  if [ -n "$jdk_on_path" ]; then
    jdk_on_path=$(readlink -f -- "$jdk_on_path" || true)
    jdk_on_path=${jdk_on_path%/bin/java}
  fi
  for jdk_dir in "${JAVA_HOME:-}" "$jdk_on_path" /usr/lib/jvm/* \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/*; do
    if [ -n "$jdk_dir" ] && is_jdk "$jdk_dir" "$1" "$2"; then
      echo "$jdk_dir"
      return 0
    fi
  done
  return 1
}

# no_jdk WHAT: says how to get one, and ends.
no_jdk() {
  if [ -n "${SCFS_JAVA_HOME:-}" ]; then
    unavailable "SCFS_JAVA_HOME ($SCFS_JAVA_HOME) is not the folder of a $1"
  fi
  unavailable "needs a $1: install the package temurin-25-jdk or openjdk-25-jdk-headless," \
    "or set SCFS_JAVA_HOME to the folder of one"
}

# as_root COMMAND...: runs it as root, which must not ask for a password.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo -n "$@"
  fi
}

may_install() {
  command -v apt-get >/dev/null || return 1
  [ "$(id -u)" -eq 0 ] || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y "$@" >/dev/null 2>&1 </dev/null
}

# install_package NAME...: installs the first of these packages that there is, or fails. The lists
# of packages are fetched only if it does not work without.
install_package() {
  for package in "$@"; do
    if apt_get install --no-install-recommends "$package"; then
      return 0
    fi
  done
  apt_get update || return 1
  for package in "$@"; do
    if apt_get install --no-install-recommends "$package"; then
      return 0
    fi
  done
  return 1
}

# need_package NAME...: installs the first of these packages that there is, or says what to do and
# ends.
need_package() {
  if may_install; then
    say "installing $1"
    install_package "$@" && return 0
    say "installing $1 failed"
  fi
  unavailable "please run: $(install_command "$1")"
}

install_command() {
  echo "sudo apt-get update && sudo apt-get install -y $*"
}

has_fusermount() {
  command -v fusermount3 >/dev/null || command -v fusermount >/dev/null
}

has_libfuse() {
  for library in /lib/*/libfuse.so.2 /usr/lib/*/libfuse.so.2 /usr/lib/libfuse.so.2 \
    /usr/lib64/libfuse.so.2 /usr/local/lib/libfuse.so.2; do
    [ -e "$library" ] && return 0
  done
  PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | grep -q 'libfuse\.so\.2 '
}
